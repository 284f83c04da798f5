// The fields of each message: protocol/generate.py has them from messages.tsv.
export const client = `
HELLO v:int(0-999) name:text(16)? icon:icon? color:color? bot:mark? resume:word? app:text(64)?
  depth:int(0-24)?
PING t:count
PONG nonce:word
LIST mode:mode?
CREATE mode:mode? rounds:int(1-20)? time:int(5-120)? level:level? seats:int(0-64)? listed:flag?
  pass:text(32)? name:text(32)? rated:flag? assist:flag? delay:int(0-30)? exact:flag? known:flag?
  series:int(0-9)? present:flag? names:names? ghost:count?
JOIN room:code pass:text(32)?
WATCH room:code pass:text(32)? since:count? field:mark?
QUICK mode:mode? bot:int(1-4)?
LEAVE
CONFIG mode:mode? rounds:int(1-20)? time:int(5-120)? level:level? seats:int(0-64)? listed:flag?
  pass:text(32)? name:text(32)? rated:flag? assist:flag? delay:int(0-30)? exact:flag? open:mark?
  known:flag? series:int(0-9)? present:flag? names:names?
HOST who:player
KICK who:player? at:count?
BAN who:player? at:count?
BOT level:int(1-4)=2
READY on:flag=1 nonce:nonce? seal:hex(32)?
NAME name:text(16)? icon:icon? color:color?
REVEAL nonce:nonce
START
NEXT
END
SET v:guess
LOCK v:guess t:count?
REACT id:reaction
BYE
WHO
IDENTIFY key:key
PROVE sig:hex(64) bind:binding
TREE since:count?
REPLAY index:count from:some?
TOP board:board span:span? day:day? from:count?
PAST id:hex(16)? from:count?
FORGET sure:flag
`;
export const server = `
WELCOME v:int(0-999) me:player now:instant resume:word app:text(64) modes:list(word)
NO code:refusal verb:word? text:text(4096)?
PONG t:count now:instant
PING nonce:word
LISTED room:code name:text(32) mode:word seats:int(0-64) taken:count watchers:count state:state
  round:count of:count pass:mark? icons:list(icon) rated:mark? exact:mark? bots:some? known:mark?
  quick:mark? crowd:mark? present:mark? names:names?
END of:word count:count home:mark?
IN room:code role:role n:count
OUT room:code why:reason
ROOM n:count? name:text(32) mode:mode rounds:int(1-20) time:int(5-120) level:level seats:int(0-64)
  listed:flag pass:mark? rated:mark? assist:mark? delay:some(30)? exact:mark? known:mark?
  series:some(9)? present:mark? names:names?
SEAT n:count? who:player name:text(16) icon:icon color:color bot:mark? id:hex(16)? ghost:mark?
AWAY n:count? who:player until:instant
BACK n:count? who:player
GONE n:count? who:player why:reason
IDLE n:count? who:player on:flag
HOSTED n:count? who:player
READIED n:count? who:player on:flag nonce:nonce? seal:hex(32)?
COMMIT n:count? match:count hash:hex(32)
STARTS n:count? at:instant?
SERIES n:count? played:count players:list(player) wins:list(count) points:list(count)
  stopped:mark?
REVEAL n:count? match:count players:list(player)
COUNTDOWN n:count? match:count opens:instant players:list(player) nonces:list(seatnonce)
  ranked:mark? ghosts:list(player)? drawn:list(seatnonce)? last:some? streaks:list(count)?
ROUND n:count? round:count of:count opens:instant closes:instant target:color start:color
  to:color? tiles:list(color)? hides:instant? within:thousandths? late:some?
LOCKED n:count? who:player t:count lag:some?
MISSED n:count? who:player t:count lag:some?
BELL n:count? closes:instant
HELD n:count? by:count until:instant
SHUT n:count? round:count answer:guess next:instant?
SCORE n:count? who:player v:guess de:thousandths t:count points:count total:count lag:some?
  missed:some? first:mark? assist:mark? lives:count?
TOGETHER n:count? round:count of:count in:count v:guess de:thousandths t:count points:count
  total:count
BEST n:count? round:count at:count name:text(16)? v:guess? t:count? points:count? total:count
OVER n:count?
PLACE n:count? place:count who:player total:count
SEED n:count? seed:hex(32)
MOVE who:player near:int(0-100) color:color to:color?
CELL at:count name:text(16)?
YOURS round:count v:guess? de:thousandths? t:count? points:count? total:count place:count of:count
  lag:some? missed:some?
CROWD of:count in:count color:color? near:int(0-100)? to:color? seat:player? seatcolor:color?
  seatnear:int(0-100)? seatto:color? reacts:list(count)?
FIELD round:count at:count step:count of:count cells:bytes(3000)
LOCKS at:count step:count of:count in:bytes(125) gone:bytes(125)
WATCHERS count:count
REACTED who:player id:reaction
WATCHER who:player name:text(16) icon:icon color:color bot:mark? id:hex(16)?
CHALLENGE nonce:hex(32) server:hex(32) log:word
PROVED id:hex(16) tag:word
KEPT match:count index:count leaf:hex(32) size:count root:hex(32) sig:hex(64) path:list(hex(32))
  first:list(player)?
TREE log:word key:hex(32) size:count root:hex(32) sig:hex(64) since:count path:list(hex(32))
STOPPING until:instant
REPLAYED index:count lines:count from:some?
RATED match:count who:player rating:rating delta:rating off:count left:some?
TOPPED place:count id:hex(16) tag:word name:text(16) icon:icon color:color value:rating
  match:count? off:count? colors:list(color)? bot:mark?
PLAYED index:count mode:word place:count? of:count total:count at:instant ghost:count? first:mark?
FORGOTTEN
`;
export const ICONS = `diamond circle triangle square star heart club spade sun moon umbrella
  knight flower flag house note`.split(/\s+/);
export const REACTIONS = `wave clap laugh wow oops thanks thumb heart`.split(/\s+/);
export const REASONS = `left lost closed kicked banned watching`.split(/\s+/);
export const REFUSALS = `bad-line bad-field unknown-verb too-fast not-now not-yours no-room
  room-full wrong-pass banned inexact no-player bad-version bad-token bad-seal off-grid too-far
  frozen too-many-rooms idle too-slow replaced shutting-down moved server-full bad-signature
  unproved no-match`.split(/\s+/);
