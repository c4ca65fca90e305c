// SPDX-License-Identifier: Apache-2.0
/*
 * Fencing tokens over independent nodes (S-F): every holder has another token than all others, and a higher one than everybody
 * who held before it asked. No clock and no assumption about time: messages come in any order or never, and keys vanish at any
 * moment, while counters stay.
 *
 * What happens is a set of steps on nodes, of any number, in any order. Only those with an effect are here: where a key vanished,
 * nothing of its attempt has one any more, until somebody is granted the node anew.
 */
module fencing

open util/ordering[Number]

sig Number {}

sig Node {}

/** One attempt to acquire; each has an unguessable value of its own, so that a node's key is never mistaken. */
sig Attempt {
  counted : set Node,               // whose numbers it took
  token : lone Number               // the highest of them
}
sig Waited in Attempt {}            // had to wait with the keys in hand, and mints again when the wait is over (S-F6)

abstract sig Step {
  by : one Attempt,
  at : one Node,
  counter : one Number,             // the node's, after it
  earlier : set Step                // all that the node did before, and what else is known to have been before
}
sig Grant, Mint, Raise extends Step {}

abstract sig Mistake {}
one sig NoRaise, RaisedWithoutKey, AboveIsEnough, Forgotten, TokenOfBeforeTheWait extends Mistake {}
sig Made in Mistake {}

pred quorum[nodes : set Node] { #nodes > #(Node - nodes) }

fact order {
  no iden & earlier and earlier.earlier in earlier
  all disj s, r : Step | s.at = r.at implies s in r.earlier or r in s.earlier
  all a : Attempt, n : Node | let here = by.a & at.n | lone here & Grant and lone here & Mint and lone here & Raise
}

/** What the node did until then. */
fun past[s : Step] : set Step { s.earlier & at.(s.at) }

/** The key that was there after one step still is when the other comes. */
pred kept[key, s : Step] {
  key in past[s] and key.by = s.by
  no other : past[s] & Grant | key in other.earlier and other.by != s.by
}

/** The round after which it holds, and of the numbers that it takes those that are counted. */
fun round[a : Attempt] : set Step { by.a & (a in Waited implies Mint else Grant) }
fun minted[a : Attempt] : set Step {
  by.a & at.(a.counted) & (a in Waited and TokenOfBeforeTheWait not in Made implies Mint else Grant)
}

fact numbers {
  // S-F1: higher than the counter was; by how much is up to the client's proposal
  all s : Grant + Mint, r : past[s] | gt[s.counter, r.counter] or Forgotten in Made
  all s : Raise | s.counter = max[past[s].counter + s.by.token]
}

fact rules {
  // S-F6: on every node that has the key, whether by a grant or given back; of a key that comes twice only the last matters
  all s : Mint | s.by in Waited and some key : Grant | kept[key, s]
  all a : Attempt {
    // S-F2
    a.counted = minted[a].at and a.token = max[minted[a].counter] and (some a.counted implies quorum[a.counted])
    // S-F3
    all s : Raise & by.a | s.at in a.counted and minted[a] in s.earlier
      and (RaisedWithoutKey in Made or some number : minted[a] | kept[number, s])
  }
}

/** The steps that show the token on a node, under this attempt's key. */
fun agreed[a : Attempt] : set Step {
  (AboveIsEnough in Made implies { s : round[a] + (Raise & by.a) | gte[s.counter, a.token] }
   else { s : minted[a] + (Raise & by.a) | s.counter = a.token })
}

pred holds[a : Attempt] { quorum[a.counted] and quorum[round[a].at] and (quorum[agreed[a].at] or NoRaise in Made) }

/** One held when the other asked. */
pred preceded[a, b : Attempt] { all s : minted[a] + agreed[a], r : round[b] | s in r.earlier }

pred ordered {
  all disj a, b : Attempt | holds[a] and holds[b]
    implies a.token != b.token and (preceded[a, b] implies lt[a.token, b.token])
}

/*
 * Two attempts are enough: a third could raise counters, but so can the proposal with the next number, and could take a node's
 * key, but so can time. Of each there is one grant, one number after a wait, and one raise for a node, so the scopes hold every
 * course there is; but for the last, which goes as far as 12 of 18 steps.
 */
check tokensAreDistinctAndInOrder { no Made and no Waited implies ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 0
check alsoWithFourNodes { no Made and no Waited implies ordered }
  for 4 Node, 2 Attempt, 16 Step, 8 Number, 5 Mistake expect 0
check alsoAfterAWait { no Made and one Waited implies ordered }
  for 3 Node, 2 Attempt, 15 Step, 9 Number, 5 Mistake expect 0
check alsoWhenBothWait { no Made implies ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 0

run bothHoldOneOfThemAfterARaise { no Made and no Waited and #Attempt = 2 and all a : Attempt | holds[a] and some Raise }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1
run bothHoldAfterAWait { no Made and some disj a, b : Attempt & Waited | holds[a] and holds[b] and preceded[a, b] }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1

run theHighestNumberAloneIsNoToken { Made = NoRaise and not ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1
run onlyWhoHasTheKeyMayRaise { Made = RaisedWithoutKey and no Waited and not ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1
run aCounterAboveTheTokenIsNoAgreement { Made = AboveIsEnough and no Waited and not ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1
run aCounterThatIsLostBreaksTheOrder { Made = Forgotten and no Waited and not ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1
run aNumberFromBeforeTheWaitIsTooLow { Made = TokenOfBeforeTheWait and not ordered }
  for 3 Node, 2 Attempt, 12 Step, 6 Number, 5 Mistake expect 1
