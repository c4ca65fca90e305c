// SPDX-License-Identifier: Apache-2.0
/*
 * Acquiring (S-A): nobody holds with anybody else, as long as every node keeps a grant for its time to live.
 *
 * Time enters by one rule only. A client measures its time to live from before its first message, a node from when the
 * message arrived. So when a node drops a key by itself, the window of the client it belonged to has already closed: `late`.
 */
module acquire

sig Node {
  var owner : lone Client          // who has the key there
}

sig Client {}

var sig Holder in Client {}        // who believes that it holds
var sig Late in Client {}          // whose window has closed: its deadline passed, or it released

/** What could be done wrong. */
abstract sig Mistake {}
one sig HalfIsEnough, DeadlineFromTheReply, ForgetfulNodes extends Mistake {}
sig Made in Mistake {}

/** A strict majority of all nodes, whoever of them is reachable. */
pred quorum[granted : set Node] {
  #granted > #(Node - granted)
  or HalfIsEnough in Made and #granted >= #(Node - granted)
}

pred init {
  no owner and no Holder and no Late
}

/** The message arrives, however late, and nobody has the key. A key that is there is never touched. */
pred grant[c : Client, n : Node] {
  no n.owner
  owner' = owner + n -> c
  Holder' = Holder and Late' = Late
}

/** Enough nodes granted while the window was open. */
pred hold[c : Client] {
  c not in Late and quorum[owner.c]
  Holder' = Holder + c
  owner' = owner and Late' = Late
}

/** The window closes: the client needs no answer from anybody to know. */
pred close[c : Client] {
  c not in Late
  Late' = Late + c
  Holder' = (DeadlineFromTheReply in Made => Holder else Holder - c)
  owner' = owner
}

/** A key expires, or is released: only when the window of its client is closed. */
pred drop[n : Node] {
  some n.owner
  n.owner in Late or ForgetfulNodes in Made
  owner' = owner - n -> Client
  Holder' = Holder and Late' = Late
}

pred nothing {
  owner' = owner and Holder' = Holder and Late' = Late
}

pred step {
  nothing
  or (some c : Client | hold[c] or close[c] or some n : Node | grant[c, n])
  or (some n : Node | drop[n])
}

fact course { always step }

/* Why it is so, for any number of steps: whoever holds still has the keys that it holds by. */

pred sure { all c : Holder | c not in Late and quorum[owner.c] }

check atTheStart { init implies sure }
  for 5 Node, 3 Client, 3 Mistake, 4 Int, 1 steps expect 0
check andAfterEveryStep { no Made and sure implies after sure }
  for 5 Node, 3 Client, 3 Mistake, 4 Int, 2 steps expect 0
check soNobodyHoldsWithAnother { no Made and sure implies lone Holder }
  for 5 Node, 3 Client, 3 Mistake, 4 Int, 1 steps expect 0

/* That the courses include what is interesting. */

run oneHoldsAfterTheOther {
  init and no Made
  some disj a, b : Client | eventually (a in Holder and eventually b in Holder)
} for 3 Node, 2 Client, 3 Mistake, 3 Int, 12..12 steps expect 1

/* Why each rule is there: without it two hold. */

run halfOfFourNodesIsNotEnough { init and Made = HalfIsEnough and eventually #Holder > 1 }
  for exactly 4 Node, 2 Client, 3 Mistake, 4 Int, 10..10 steps expect 1
run aDeadlineFromTheReplyIsTooLate { init and Made = DeadlineFromTheReply and eventually #Holder > 1 }
  for 3 Node, 2 Client, 3 Mistake, 3 Int, 12..12 steps expect 1
run nodesThatForgetNeedMore { init and Made = ForgetfulNodes and eventually #Holder > 1 }   // see takeover.als
  for 3 Node, 2 Client, 3 Mistake, 3 Int, 10..10 steps expect 1
