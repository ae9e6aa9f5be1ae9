// No answered bet is lost or doubled, and prices and versions only rise.
import assert from "node:assert/strict";
import { betsOf } from "./crowd.mjs";

/** Checks every bet that the crowd was told of against what the server at `url` has stored. Nobody may be bidding. */
export async function checkBets({ url, admin, catalogs, crowd }) {
  // Repeat unanswered requests with the same key: the server returns the first answer or decides the bet now.
  for (const bettor of crowd) {
    for (const doubtful of bettor.doubtful.splice(0)) {
      const answer = await bettor.repeat(doubtful);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      bettor.answered.push({ ...doubtful, answer: answer.body });
    }
  }
  const stored = new Map();
  for (const { id } of catalogs) {
    const bets = await betsOf(url, admin, id);
    const last = new Map();
    for (const bet of bets) {
      assert.ok(!stored.has(bet.id), `bet ${bet.id} is stored twice`);
      stored.set(bet.id, bet);
      assert.ok(bet.value > (last.get(bet.lotId) ?? 0), `lot ${bet.lotId}: bet ${bet.id} is not above the one before`);
      last.set(bet.lotId, bet.value);
    }
  }
  const acknowledged = new Map();
  for (const bettor of crowd) {
    for (const { bet, answer } of bettor.answered) {
      if (!answer.bet) continue;
      const found = stored.get(answer.bet.id);
      assert.ok(found, `bet ${answer.bet.id} of ${bet.betValue} was acknowledged with ${answer.code} but is lost`);
      assert.deepEqual(
        [found.lotId, found.value, found.userId],
        [bet.lotId, bet.betValue, bettor.userId],
        `bet ${answer.bet.id} differs from what was acknowledged`,
      );
      assert.ok(!acknowledged.has(found.id), `bet ${found.id} answered two requests`);
      acknowledged.set(found.id, answer.lot.version);
    }
  }
  // Lot versions grow in the order in which bets are stored.
  const versions = new Map();
  for (const [id, version] of [...acknowledged].sort(([a], [b]) => a - b)) {
    const { lotId } = stored.get(id);
    assert.ok(version > (versions.get(lotId) ?? 0), `lot ${lotId}: the version does not grow with bet ${id}`);
    versions.set(lotId, version);
  }
  assert.equal(stored.size, acknowledged.size, "a stored bet was never acknowledged");
  // A repeated request gets the first answer, even after faults.
  for (const bettor of crowd.slice(0, 40)) {
    const last = bettor.answered.at(-1);
    if (!last) continue;
    const again = await bettor.repeat(last);
    assert.deepEqual([again.body.code, again.body.bet?.id], [last.answer.code, last.answer.bet?.id]);
  }
  assert.deepEqual(crowd.flatMap((bettor) => bettor.faults), []);
  return stored;
}
