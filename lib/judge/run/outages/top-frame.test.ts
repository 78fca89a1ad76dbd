// The place of a crash, in the traces of several languages.
import { expect, test } from 'vitest';
import { topFrame } from './top-frame.js';

test.each([
  [
    'JavaScript',
    'listening on http://127.0.0.1:5077\n/srv/crash.js:51\n  v.trim()\n\nTypeError: no\n    at IncomingMessage.<anonymous> (/srv/crash.js:51:57)\n    at node:events:507:28\n\nNode.js v20.18.0',
    '/srv/crash.js:51:57',
  ],
  [
    'JavaScript, in what the runtime called',
    'SyntaxError: no\n    at JSON.parse (<anonymous>)\n    at handle (file:///srv/server.js:7:3)',
    'file:///srv/server.js:7:3',
  ],
  [
    'the last of two traces',
    'Error: survived\n    at a (a.js:1:1)\nGET /pets\nError: fatal\n    at b (b.js:2:2)\n    at c (c.js:3:3)',
    'b.js:2:2',
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "/srv/app.py", line 9, in serve\n    add()\n  File "/srv/app.py", line 4, in add\n    x\nTypeError: no',
    '/srv/app.py:4',
  ],
  [
    'Go',
    'panic: runtime error\n\ngoroutine 7 [running]:\nmain.add(0x0)\n\t/srv/main.go:31 +0x1d\nmain.main()\n\t/srv/main.go:12 +0x2a',
    '/srv/main.go:31',
  ],
  [
    'Java',
    'java.lang.NullPointerException\n\tat store.Pets.add(Pets.java:44)\n\tat store.Main.main(Main.java:9)',
    'Pets.java:44',
  ],
  [
    'C#',
    'Unhandled exception.\n   at Store.Add(Pet pet) in /srv/Store.cs:line 12\n   at Main()',
    '/srv/Store.cs:line 12',
  ],
])('is that of the innermost frame: %s', (_, output, frame) => {
  expect(topFrame(output)).toBe(frame);
});

test.each(['', 'Killed', 'out of memory', 'listening at 127.0.0.1:8080 (Ctrl-C ends)'])(
  'is unknown where no trace was printed: %s',
  (output) => expect(topFrame(output)).toBeUndefined(),
);
