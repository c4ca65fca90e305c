// SPDX-License-Identifier: Apache-2.0
/*
 * Taking over when nothing can be known (S-T, `strict`) and giving nodes their keys back (S-H): nobody holds with anybody
 * else, although keys vanish at any time from any number of nodes and nobody sees it.
 *
 * Time enters by one rule only. A lease is good for L from the start of the round that it rests on. A new holder waits for L
 * from its last counted grant. So when the wait ends, every lease that rests on a round begun before that grant is over:
 * those are the client's `elders`.
 */
module takeover

sig Node {
  var owner : lone Client            // whose key is there
}

sig Client {
  var full : set Node,               // nodes whose agreement counts
  var provisional : set Node,        // nodes that were given the keys back, and do not count yet (S-H)
  var asked : set Node,              // the round that is under way: whom it was sent to,
  var agreed : set Node,             // and who had the key when it arrived
  var elders : set Client,           // whose lease rests on a round begun before this one's last counted grant,
  var eldersRound : set Client,      // whose round under way was begun before it,
  var seniors : set Client           // and who had all its counted grants then
}

var sig Asking, Waiting, Waited, Holder, Over in Client {}
var sig Confirming in Client {}      // whose round was begun after its wait
var sig Extended in Client {}        // whose lease rests on a later round than the first

abstract sig Mistake {}
one sig NoWait, HealedNodesCountAtOnce, DeadlineFromTheReply extends Mistake {}
sig Made in Mistake {}

pred quorum[nodes : set Node] { #nodes > #(Node - nodes) }

fun alive : set Client { Waiting + Holder }

/** Nobody, or somebody holds already, on a quorum. */
pred init {
  lone Holder and full in Holder -> Node and (some Holder => quorum[Holder.full]) and owner = ~full
  no provisional and no asked and no agreed and no elders and no eldersRound and no seniors
  no Asking and no Waiting and Waited = Holder and no Over and no Confirming and Extended = Holder
}

pred sameRounds { asked' = asked and agreed' = agreed and Confirming' = Confirming and eldersRound' = eldersRound }
pred sameNodes { owner' = owner and full' = full and provisional' = provisional }
pred samePhases { Asking' = Asking and Waiting' = Waiting and Waited' = Waited and Holder' = Holder and Over' = Over }
pred sameElders { elders' = elders and seniors' = seniors and Extended' = Extended }

/** The lease's first round begins: each client tries once. */
pred begin[c : Client] {
  c not in Asking + alive + Over
  Asking' = Asking + c
  Waiting' = Waiting and Waited' = Waited and Holder' = Holder and Over' = Over
  sameNodes and sameRounds and sameElders
}

/** ACQUIRE arrives. */
pred grant[c : Client, n : Node] {
  c in Asking and no n.owner and n not in c.agreed
  owner' = owner + n -> c
  agreed' = agreed + c -> n
  full' = full and provisional' = provisional and asked' = asked and eldersRound' = eldersRound and Confirming' = Confirming
  samePhases and sameElders
}

/** A quorum granted: the wait begins, and whoever is alive or asking has begun its round before. */
pred decide[c : Client] {
  c in Asking and quorum[c.agreed]
  Asking' = Asking - c
  Waiting' = Waiting + (NoWait in Made => none else c)
  Holder' = Holder + (NoWait in Made => c else none)
  Waited' = Waited and Over' = Over
  full' = full + c -> c.agreed
  agreed' = agreed - c -> Node
  let others = (Asking + alive) - c {
    elders' = elders + c -> others
    eldersRound' = eldersRound + c -> (others & (Asking + { o : Client | some o.asked }))
    seniors' = seniors + c -> (others & alive)
  }
  Extended' = Extended
  owner' = owner and provisional' = provisional and asked' = asked and Confirming' = Confirming
}

/** A round of extension begins, to all nodes that have the keys (S-E1). What was under way is given up. */
pred ask[c : Client] {
  c in alive
  asked' = asked ++ c -> (c.full + c.provisional)
  agreed' = agreed - c -> Node
  Confirming' = (c in Waited + Holder => Confirming + c else Confirming - c)
  eldersRound' = eldersRound - Client -> c
  sameNodes and samePhases and sameElders
}

/** EXTEND arrives, and the key is still there. */
pred extend[c : Client, n : Node] {
  n in c.asked - c.agreed and n.owner = c
  agreed' = agreed + c -> n
  asked' = asked and Confirming' = Confirming and eldersRound' = eldersRound
  sameNodes and samePhases and sameElders
}

/** EXTEND arrives, and the key is gone: the node is to be given it back. */
pred miss[c : Client, n : Node] {
  n in c.asked - c.agreed and n.owner != c
  asked' = asked - c -> n
  full' = full - c -> n and provisional' = provisional - c -> n and owner' = owner
  agreed' = agreed and Confirming' = Confirming and eldersRound' = eldersRound
  samePhases and sameElders
}

/** S-E2: a quorum of full nodes agreed. The lease rests on this round now, and provisional nodes that agreed are full. */
pred succeed[c : Client] {
  c in alive and quorum[c.agreed & c.full]
  elders' = (DeadlineFromTheReply in Made => elders - Client -> c
             else elders - (Client - eldersRound.c) -> c)
  full' = full + c -> c.agreed
  provisional' = provisional - c -> c.agreed
  let confirmed = c & Waiting & Confirming {
    Holder' = Holder + confirmed
    Waiting' = Waiting - confirmed
  }
  asked' = asked - c -> Node and agreed' = agreed - c -> Node and Confirming' = Confirming - c
  eldersRound' = eldersRound - Client -> c
  Extended' = Extended + c and seniors' = seniors
  owner' = owner and Asking' = Asking and Waited' = Waited and Over' = Over
}

/** S-H: the key is given back where nobody has it; the node counts after a round that begins later made it full. */
pred heal[c : Client, n : Node] {
  c in alive and no n.owner and n not in c.full + c.provisional
  owner' = owner + n -> c
  full' = full + (HealedNodesCountAtOnce in Made => c -> n else none -> none)
  provisional' = provisional + (HealedNodesCountAtOnce in Made => none -> none else c -> n)
  sameRounds and samePhases and sameElders
}

/** These leases are over, and this wait. */
pred end[gone, waited : set Client] {
  Asking' = Asking - gone and Waiting' = Waiting - gone and Holder' = Holder - gone
  Waited' = Waited + waited - gone and Over' = Over + gone
  full' = full - gone -> Node and provisional' = provisional - gone -> Node
  asked' = asked - gone -> Node and agreed' = agreed - gone -> Node and Confirming' = Confirming - gone
  elders' = elders - gone -> Client - Client -> gone
  eldersRound' = eldersRound - gone -> Client - Client -> gone
  seniors' = seniors - gone -> Client - Client -> gone
  Extended' = Extended - gone
  owner' = owner
}

/** Its deadline passes, or it is given up. */
pred lose[c : Client] {
  c in Asking + alive
  end[c, none]
}

/** S-T5: the wait ends, and with it every lease that rests on an earlier round, whether or not its client looks. */
pred waitEnds[c : Client] {
  c in Waiting - Waited
  end[c.elders, c]
}

/** A key vanishes: expired, flushed, evicted, forgotten by a restart. Nobody is told. */
pred vanish[n : Node] {
  some n.owner
  owner' = owner - n -> Client
  full' = full and provisional' = provisional
  sameRounds and samePhases and sameElders
}

pred nothing { sameNodes and sameRounds and samePhases and sameElders }

pred step {
  nothing
  or (some c : Client | begin[c] or decide[c] or ask[c] or succeed[c] or waitEnds[c] or lose[c]
    or some n : Node | grant[c, n] or extend[c, n] or miss[c, n] or heal[c, n])
  or (some n : Node | vanish[n])
}

fact course { always step }

/*
 * Why it is so, for any number of steps: of two whose keys all came before the later one's last counted grant, the nodes that
 * may still agree to the one and those that may still agree to the other have no node in common, until one of them succeeds with
 * a round begun after that grant; from then on the other cannot. The rest only says what the variables mean.
 */
pred sure {
  no Asking & Waiting and no Asking & Holder and no Waiting & Holder and no Over & (Asking + alive)
  Holder in Waited & Extended and Waiting & Confirming in Waited and Waited + Confirming + Extended in alive
  no elders.Client & Waited
  full + provisional + asked in alive -> Node and no full & provisional and asked in full + provisional
  agreed in asked + Asking -> Node
  elders + eldersRound in alive -> (Asking + alive) and seniors in alive -> alive
  no iden & (elders + eldersRound + seniors)
  all disj a, b : alive | a in b.seniors or b in a.seniors
  all b : alive, a : b.seniors {
    b not in a.seniors
    a in b.elders and b not in Extended implies no mayAgree[a, b] & mayAgree[b, b]
    a not in b.elders implies b not in Extended and not quorum[mayAgree[b, b]]
    b in Extended implies not quorum[mayAgree[a, b]]
  }
}

/** The nodes that may agree to this client's rounds that begin after the later one's last counted grant. */
fun mayAgree[c, later : Client] : set Node {
  c in later.eldersRound
    implies owner.c & (c.full + c.provisional & c.asked)
    else (owner.c + c.agreed) & c.full
}

check atTheStart { init implies sure }
  for 5 Node, 3 Client, 3 Mistake, 4 Int, 1 steps expect 0
check andAfterEveryStep { no Made and sure implies after sure }
  for 3 Node, 3 Client, 3 Mistake, 3 Int, 2 steps expect 0
check alsoWithFiveNodes { no Made and sure implies after sure }
  for 5 Node, 2 Client, 3 Mistake, 4 Int, 2 steps expect 0
check soNobodyHoldsWithAnother { sure implies lone Holder }
  for 5 Node, 3 Client, 3 Mistake, 4 Int, 1 steps expect 0

run oneHoldsAfterTheOther {
  init and no Made
  some disj a, b : Client | a in Holder and eventually b in Holder
} for exactly 3 Node, exactly 2 Client, 3 Mistake, 3 Int, 14..14 steps expect 1

run withoutTheWaitTwoHold { init and Made = NoWait and eventually #Holder > 1 }
  for exactly 3 Node, exactly 2 Client, 3 Mistake, 3 Int, 10..10 steps expect 1
run aDeadlineFromTheReplyIsTooLate { init and Made = DeadlineFromTheReply and some Holder and eventually #Holder > 1 }
  for exactly 3 Node, exactly 2 Client, 3 Mistake, 3 Int, 16..16 steps expect 1
run healedNodesMustNotCountAtOnce {
  init and Made = HealedNodesCountAtOnce
  some Holder and always no Over and eventually #Holder > 1
} for exactly 3 Node, exactly 2 Client, 3 Mistake, 3 Int, 20..20 steps expect 1
