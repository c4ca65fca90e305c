// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.component;

import org.apache.camel.builder.RouteBuilder;

/** The routes of the manual in Java, by name; the manual shows what stands between the tags. */
enum LockExamples {
    key(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::key[]
            from("direct:orders").toD("redlock:order-${header.orderId}").to("bean:work");
            // end::key[]
        }
    }),
    choose(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::choose[]
            from("direct:report")
                    .to("redlock:report?operation=tryAcquire&failIfNotAcquired=false")
                    .choice()
                    .when(header(RedlockConstants.ACQUIRED))
                    .to("bean:work")
                    .otherwise()
                    .log("somebody else writes the report");
            // end::choose[]
        }
    }),
    several(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::several[]
            from("direct:transfer")
                    .toD("redlock:${header.from}|${header.to}?separator=|")
                    .to("bean:work");
            // end::several[]
        }
    }),
    block(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::block[]
            RedlockPolicy perArticle = new RedlockPolicy();
            perArticle.setResource("article-${header.article}");
            perArticle.setTimeout(5_000L);

            from("direct:stock").policy(perArticle).to("bean:work").end().log("not locked any more");
            // end::block[]
        }
    }),
    tick(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::tick[]
            from("timer:hourly?period=1h")
                    .to("redlock:hourly?operation=tryAcquire&failIfNotAcquired=false&minHold=1m")
                    .filter(header(RedlockConstants.ACQUIRED))
                    .to("bean:work");
            // end::tick[]
        }
    }),
    pass(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::pass[]
            from("direct:begin")
                    .toD("redlock:case-${header.case}?scope=manual&maxHold=1h")
                    .wireTap("direct:finish");

            from("direct:finish").to("bean:work").toD("redlock:case-${header.case}?operation=release");
            // end::pass[]
        }
    }),
    handover(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::handover[]
            from("direct:pick")
                    .toD("redlock:parcel-${header.parcel}")
                    .to("bean:work")
                    .toD("redlock:parcel-${header.parcel}?operation=handover&handoverTtl=8s")
                    .to("jms:pack");

            from("jms:pack")
                    .toD("redlock:parcel-${header.parcel}?operation=adopt")
                    .to("bean:work");
            // end::handover[]
        }
    }),
    headers(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::headers[]
            from("direct:headers")
                    .setHeader(RedlockConstants.OVERRIDE_RESOURCE, body())
                    .setHeader(RedlockConstants.OVERRIDE_TIMEOUT, constant("2s"))
                    .to("redlock:any")
                    .to("bean:work");
            // end::headers[]
        }
    }),
    events(new RouteBuilder() {
        @Override
        public void configure() {
            // tag::events[]
            from("redlock:orders").log("${body}: ${header.CamelRedlockMember}").to("bean:work");
            // end::events[]
        }
    });

    private final RouteBuilder routes;

    LockExamples(RouteBuilder routes) {
        this.routes = routes;
    }

    RouteBuilder routes() {
        return routes;
    }
}
