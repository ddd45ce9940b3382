/** Reads the bodies of requests. Those who are served beside a large body wait for a piece of it, never for all of it. */
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { RateLimit } from '#contract/endpoint.ts'
import { BODY_LIMIT_BYTES } from '#contract/limits.ts'
import type { Clock } from '../../clock.ts'
import { AppError } from '../errors.ts'
import { createBuckets } from '../buckets.ts'

type Piece = Uint8Array<ArrayBuffer>
/** A body in the pieces in which it came: joining a megabyte would hold the event loop. */
export interface Body {
  readonly pieces: readonly Piece[]
  readonly size: number
}

export const bodyLimitOf = ({ routeOptions }: FastifyRequest): number =>
  routeOptions.bodyLimit ?? BODY_LIMIT_BYTES

/**
 * Refuses a body that says it is too large. Call it before anything else answers: Node reads on until the end of a body
 * that nobody wanted, so that the sender gets to see the answer.
 */
export const refuseTooLarge = (request: FastifyRequest): void => {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitOf(request)) throw tooLarge()
}

interface ReadOptions {
  readonly limitBytes: number
  /** What is longer is read block by block. */
  readonly calmBytes: number
  /** Milliseconds until the sender's next block may be read. */
  readonly waitMs: () => number
}

/** A small body is read at once. Each block of a large one takes a turn of its own, at its sender's pace. */
export const readBody = (payload: Readable, { limitBytes, calmBytes, waitMs }: ReadOptions): Promise<Body> =>
  new Promise((resolve, reject) => {
    // It broke while the caller was looked up: no event would come any more.
    if (payload.destroyed) return reject(broken())
    const { add, end } = collectPieces()
    let [size, sinceTurn] = [0, 0]
    const onData = (piece: Piece) => {
      size += piece.length
      if (size > limitBytes) {
        payload.off('data', onData)
        return reject(tooLarge())
      }
      add(piece)
      sinceTurn += piece.length
      if (size <= calmBytes || sinceTurn < BLOCK_BYTES) return
      sinceTurn = 0
      payload.pause()
      atPace(waitMs, () => takeTurn(() => payload.resume()))
    }
    payload
      .on('data', onData)
      .once('end', () => resolve({ pieces: end(), size }))
      .once('error', () => reject(broken()))
      .once('close', () => reject(broken()))
  })

/** As much as Node reads from a connection at once. */
const BLOCK_BYTES = 64 * 1024
/** Smaller pieces are copied together: a body that comes byte by byte must not become millions of them. */
const SMALL_BYTES = BLOCK_BYTES / 4

const collectPieces = (): { add: (piece: Piece) => void; end: () => Piece[] } => {
  const pieces: Piece[] = []
  let small: Piece | null = null
  let used = 0
  const endBlock = () => {
    if (small && used > 0) pieces.push(small.slice(0, used))
    used = 0
  }
  return {
    add: (piece) => {
      if (pieces.length === 0 || piece.length >= SMALL_BYTES) {
        endBlock()
        pieces.push(piece)
        return
      }
      small ??= new Uint8Array(BLOCK_BYTES)
      if (used + piece.length > BLOCK_BYTES) endBlock()
      small.set(piece, used)
      used += piece.length
    },
    end: () => {
      endBlock()
      return pieces
    },
  }
}

/**
 * Reading a megabyte holds the event loop for about two milliseconds, however it is cut. So the large bodies of one sender are
 * read at 8 MB a second, after 16 MB at once: whoever sends more waits, and nobody else does. After a refused large body,
 * the sender's next large ones wait for two seconds.
 */
const PACE: RateLimit = { requests: 256, windowMs: 2_000 }
const MONOTONIC: Clock = { now: () => new Date(performance.now()) }

export interface Pace {
  /** Milliseconds until the sender's next block may be read. */
  readonly waitMs: (sender: string) => number
  readonly noteRefused: (sender: string) => void
}

export const createPace = (clock = MONOTONIC): Pace => {
  const buckets = createBuckets(clock)
  return {
    waitMs: (sender) => buckets.take(sender, PACE),
    noteRefused: (sender) => buckets.exhaust(sender, PACE),
  }
}

const senders = new WeakMap<FastifyRequest, string>()
/** Whose large bodies count together with this one. */
export const noteSender = (request: FastifyRequest, sender: string): void => void senders.set(request, sender)
export const senderOf = (request: FastifyRequest): string => senders.get(request) ?? request.ip

const atPace = (waitMs: () => number, go: () => void): void => {
  const ms = waitMs()
  if (ms === 0) go()
  else setTimeout(() => atPace(waitMs, go), ms)
}

/** Large bodies that wait to be read on, over all requests. */
const waiting: (() => void)[] = []

/** One large body is read on in each turn of the event loop, in the order of asking. */
const takeTurn = (readOn: () => void): void => {
  waiting.push(readOn)
  if (waiting.length === 1) setImmediate(giveTurn)
}
const giveTurn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(giveTurn)
}

const tooLarge = () => new AppError('body_too_large', 'The request is too large.')
const broken = () => new AppError('malformed_request', 'The request could not be read.')
