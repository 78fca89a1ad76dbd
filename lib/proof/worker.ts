// A worker of the proof: it proves the pieces that it receives, one after another.
import { parentPort, workerData } from 'node:worker_threads';
import { provePiece, type Piece } from './all.js';

const { seed } = workerData as { seed: number };

parentPort?.on('message', (piece: Piece) => {
  void provePiece(piece, seed).then((proven) => parentPort?.postMessage(proven));
});
