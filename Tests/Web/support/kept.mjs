// A match of two rounds as a record has it, and as a client that looked on saves it.

const SALT = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
/** Of the PERSON lines. */
const ADA = "21bb698d2fffb4bdb1676048d0481e41948c3eeac1a812a57b0713c699b0eaeb";
const BEA = "d4fcc8c1643d868daa3cc1329dc942e6db3d2898432e858da3d642812adb535d";

export const RECORD = `RECORD v=1 log=play.example/chromatch room=NEU9 match=1 began=1767225600500
ROOM name=NEU9 mode=rgb rounds=2 time=10 level=normal seats=2 listed=1 rated=1
SEAT who=p1 name=- icon=star color=#ff8800 rtt=41 seal=${ADA}
SEAT who=p2 name=- icon=moon color=#3a678c rtt=118 seal=${BEA}
COMMIT match=1 hash=d7fa4a60dd95b985fa151baccae2b63966c58f9250ba59f394104f110009d407
READIED who=p1 on=1 nonce=c0ffee
COUNTDOWN n=7 match=1 opens=1767225603500 players=p1,p2 nonces=c0ffee,-
TICK at=2841
ROUND n=8 round=1 of=2 opens=1767225603500 closes=1767225613500 target=#2b5f28 start=#bcbcbc
SET v=73,125,70 by=p2 at=3600
LOCK v=0,0,0 t=950 by=p2 at=4000
MISSED n=9 who=p2 t=950
SET v=63,115,60 by=p1 at=4200
SET v=53,105,50 by=p2 at=4800
SET v=43,95,40 by=p1 at=5400
SET v=33,85,30 by=p2 at=6000
LOCK v=43,95,40 t=3185 by=p1 at=6200
LOCKED n=10 who=p1 t=3185 lag=15
BELL n=11 closes=1767225609700
LOCK v=40,92,37 t=4040 by=p2 at=7100
LOCKED n=12 who=p2 t=4041 lag=59
SHUT n=13 round=1 answer=43,95,40 next=1767225612600
SCORE n=14 who=p1 v=43,95,40 de=0 t=3185 points=841 total=841 lag=15 first=1
SCORE n=15 who=p2 v=40,92,37 de=1.007 t=4041 points=798 total=798 lag=59 missed=1
TICK at=11941
ROUND n=16 round=2 of=2 opens=1767225612600 closes=1767225622600 target=#30b645 start=#bcbcbc
SET v=78,212,99 by=p2 at=12700
LOCK v=0,0,0 t=950 by=p2 at=13100
MISSED n=17 who=p2 t=950
SET v=68,202,89 by=p1 at=13300
SET v=58,192,79 by=p2 at=13900
SET v=48,182,69 by=p1 at=14500
SET v=38,172,59 by=p2 at=15100
LOCK v=48,182,69 t=3185 by=p1 at=15300
LOCKED n=18 who=p1 t=3185 lag=15
BELL n=19 closes=1767225618800
LOCK v=45,179,66 t=4040 by=p2 at=16200
LOCKED n=20 who=p2 t=4059 lag=41
SHUT n=21 round=2 answer=48,182,69
SCORE n=22 who=p1 v=48,182,69 de=0 t=3185 points=841 total=1682 lag=15 first=1
SCORE n=23 who=p2 v=45,179,66 de=0.872 t=4059 points=797 total=1595 lag=41 missed=1
OVER n=24
PLACE n=25 place=1 who=p1 total=1682
PLACE n=26 place=2 who=p2 total=1595
SEED n=27 seed=95ea33bcb8d5989ccb3bbd9a9ba4cd92905dce658bf3565044cff690c7b9a8be
PERSON who=p1 salt=${SALT} name=Ada
PERSON who=p2 salt=${SALT} name=Bea
`;

const RECORDED = ["RECORD", "TICK", "SET", "LOCK", "PERSON"];
/** The same without what only a record has. */
export const SAVED = ["IN room=NEU9 role=watcher n=6", ...RECORD.trimEnd().split("\n")
  .filter((line) => !RECORDED.includes(line.split(" ")[0]))]
  .map((line) => `${line.replace("who=p1 name=-", "who=p1 name=Ada")
    .replace("who=p2 name=-", "who=p2 name=Bea").replace(/ rtt=.*/, "")}\n`).join("");
