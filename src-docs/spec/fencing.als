// SPDX-License-Identifier: Apache-2.0
/*
 * Fencing tokens over independent nodes (S-F): every holder has another token than all others, and a higher one than
 * everybody who held before it began to ask. No clock and no assumption about time: messages come in any order or never,
 * and keys vanish at any moment, while counters stay.
 */
module fencing

open util/ordering[Number]

sig Number {}

sig Node {
  var owner : lone Attempt,          // whose key is there
  var counter : one Number           // the fencing counter of the resource
}

/** One attempt to acquire; each has an unguessable value of its own, so that a node's key is never mistaken. */
sig Attempt {
  var grants : Node -> lone Number,  // who granted, with which number (S-F1)
  var counted : set Node,            // the grants the client counted when it decided
  var agreed : set Node,             // the counted nodes whose counter is known to have stood at the token under our key
  var told : set Node,               // who has received the raise (S-F3)
  var token : lone Number,
  var elders : set Attempt           // who held when this one began
}

var sig Begun, Holder in Attempt {}

abstract sig Mistake {}
one sig RaisedWithoutOwning, NoSecondRound, CountersForgotten extends Mistake {}
sig Made in Mistake {}

pred quorum[nodes : set Node] { #nodes > #(Node - nodes) }

/** Whatever happened before has left any counters; some attempts may have begun already. */
pred init {
  no owner
  no grants and no counted and no agreed and no told and no token and no elders
  no Holder
}

/** Begins to ask: from here on everybody who holds already must have a lower token. */
pred begin[a : Attempt] {
  a not in Begun
  Begun' = Begun + a
  elders' = elders + a -> Holder
  owner' = owner and counter' = counter and grants' = grants and counted' = counted
  agreed' = agreed and told' = told and token' = token and Holder' = Holder
}

/** S-F1: the number is minted in the step that grants. */
pred grant[a : Attempt, n : Node] {
  a in Begun and no n.owner and no a.grants[n] and some n.counter.next
  owner' = owner + n -> a
  counter' = counter ++ n -> n.counter.next
  grants' = grants + a -> n -> n.counter.next
  counted' = counted and agreed' = agreed and told' = told and token' = token
  elders' = elders and Begun' = Begun and Holder' = Holder
}

/** S-F2: of a quorum of the grants it knows of, the highest number is the token; who granted that one agrees already. */
pred decide[a : Attempt] {
  no a.token
  some n, m, o : a.grants.Number | let chosen = n + m + o, // or fewer: they need not differ
      highest = max[chosen.(a.grants)], same = chosen & a.grants.highest {
    quorum[chosen]
    counted' = counted + a -> chosen
    token' = token + a -> highest
    agreed' = agreed + a -> same
    Holder' = Holder + ((quorum[same] or NoSecondRound in Made) => a else none)
  }
  owner' = owner and counter' = counter and grants' = grants and told' = told and elders' = elders and Begun' = Begun
}

/** S-F3: the raise arrives; it changes the counter only where the key is still ours, and agrees only if it is the token now. */
pred raise[a : Attempt, n : Node] {
  some a.token and n in a.counted - a.agreed - a.told
  told' = told + a -> n
  let owns = (n.owner = a or RaisedWithoutOwning in Made),
      raised = (gt[a.token, n.counter] => a.token else n.counter) {
    counter' = (owns => counter ++ n -> raised else counter)
    agreed' = agreed + ((owns and raised = a.token) => a -> n else none -> none)
    Holder' = Holder + (quorum[a.agreed'] => a else none)
  }
  owner' = owner and grants' = grants and counted' = counted and token' = token and elders' = elders and Begun' = Begun
}

/** A key expires, is released, evicted or deleted: whenever it likes. */
pred vanish[n : Node] {
  some n.owner
  owner' = owner - n -> Attempt
  counter' = (CountersForgotten in Made => counter ++ n -> first else counter)
  grants' = grants and counted' = counted and agreed' = agreed and told' = told and token' = token
  elders' = elders and Begun' = Begun and Holder' = Holder
}

pred nothing {
  owner' = owner and counter' = counter and grants' = grants and counted' = counted and agreed' = agreed
  told' = told and token' = token and elders' = elders and Begun' = Begun and Holder' = Holder
}

fact course {
  init
  always (nothing
    or (some a : Attempt | begin[a] or decide[a] or some n : Node | grant[a, n] or raise[a, n])
    or (some n : Node | vanish[n]))
}

pred ordered {
  always all disj a, b : Holder | a.token != b.token and (a in b.elders => lt[a.token, b.token])
}

check tokensAreDistinctAndInOrder { no Made => ordered }
  for exactly 3 Node, exactly 2 Attempt, 4 Number, 3 Mistake, 3 Int, 10..10 steps expect 0

run bothHoldOneOfThemAfterASecondRound { no Made and eventually (#Holder = 2 and some told) }
  for exactly 3 Node, exactly 2 Attempt, 4 Number, 3 Mistake, 3 Int, 10..10 steps expect 1

run raisingForOthersGivesATokenTwice { Made = RaisedWithoutOwning and not ordered }
  for exactly 3 Node, exactly 2 Attempt, 4 Number, 3 Mistake, 3 Int, 10..10 steps expect 1
run theHighestNumberAloneIsNoToken { Made = NoSecondRound and not ordered }
  for exactly 3 Node, exactly 2 Attempt, 4 Number, 3 Mistake, 3 Int, 10..10 steps expect 1
run aCounterThatIsLostBreaksTheOrder { Made = CountersForgotten and not ordered }
  for exactly 3 Node, exactly 2 Attempt, 4 Number, 3 Mistake, 3 Int, 10..10 steps expect 1
