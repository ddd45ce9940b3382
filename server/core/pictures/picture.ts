/**
 * Uploaded pictures are decoded and encoded again: what hides behind their end, comments, places and camera
 * data stay behind, and the served bytes come from our encoder (C6). A process without our environment does
 * it: a flaw of the decoder cannot end the server, and the memory (up to 400 MB) is given back.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createConcurrencyLimit } from '../concurrency-limit.ts'

export interface Picture {
  ending: 'png' | 'jpg' | 'gif' | 'webp'
  mime: string
  content: Buffer
}

/** What the process for pictures gets. */
export interface PictureWork {
  bytes: Uint8Array
  squarePx: number | null
  /** The picture is fitted into this box, never enlarged. */
  box?: PictureBox
  /** What a fitted picture becomes. */
  as?: 'png' | 'webp'
}
export interface PictureBox {
  width: number
  height: number
}

/** Larger pictures stop small devices. An animation counts all its frames. */
export const PIXELS_MAX = 24_000_000
export const SIDE_MAX = 12_000
/** A picture that takes longer is refused; one of 12 megapixels takes about a second. */
const TIMEOUT_MS = 60_000
/** How long the process waits for the next picture. */
const IDLE_MS = 10_000

/**
 * Null for anything but a whole PNG, JPEG, GIF or WebP within the limits. With `squarePx` the middle of the picture
 * becomes a WebP of that size.
 */
export const reencodePicture = (bytes: Buffer, squarePx: number | null = null): Promise<Picture | null> =>
  encode({ bytes, squarePx })

/** The whole picture, fitted into the box; null for what {@link reencodePicture} refuses. */
export const fitPicture = (
  bytes: Buffer,
  box: PictureBox,
  as: 'png' | 'webp' = 'png',
): Promise<Picture | null> => encode({ bytes, squarePx: null, box, as })

const encode = (work: PictureWork): Promise<Picture | null> =>
  oneAtATime(async () => {
    clearTimeout(idleTimer)
    running ??= await startProcess()
    const picture = await encodeIn(running, work)
    idleTimer = setTimeout(stopProcess, IDLE_MS).unref()
    return picture
  })

const oneAtATime = createConcurrencyLimit(1)
let running: ChildProcess | null = null
let idleTimer: NodeJS.Timeout | undefined

/** Throws when the library cannot be loaded on this machine: then the picture is not at fault. */
const startProcess = () =>
  new Promise<ChildProcess>((resolve, reject) => {
    const child = fork(new URL('./picture-process.ts', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Windows starts no process without SystemRoot. With two arenas glibc keeps 200 MB less.
      env: { SystemRoot: process.env['SystemRoot'], MALLOC_ARENA_MAX: '2' },
    })
    child.once('message', () => resolve(child))
    child.once('error', reject)
    child.once('exit', (code) => {
      if (running === child) running = null
      reject(new Error(`The process for pictures ended with code ${code}.`))
    })
  })

const stopProcess = () => {
  running?.kill('SIGKILL')
  running = null
}

/** A crash or a timeout refuses the picture; the next picture gets a new process. */
const encodeIn = (child: ChildProcess, work: PictureWork) =>
  new Promise<Picture | null>((resolve) => {
    const onAnswer = (answer: Answer) => finish(answer && { ...answer, content: Buffer.from(answer.content) })
    const onFailure = () => {
      stopProcess()
      finish(null)
    }
    const timer = setTimeout(onFailure, TIMEOUT_MS)
    const finish = (picture: Picture | null) => {
      clearTimeout(timer)
      child.off('message', onAnswer)
      child.off('exit', onFailure)
      // Without work it does not keep a stopped server alive; it ends when the server does.
      child.unref()
      child.channel?.unref()
      resolve(picture)
    }
    child.ref()
    child.channel?.ref()
    child.once('message', onAnswer)
    child.once('exit', onFailure)
    child.send(work, (error) => {
      if (error) onFailure()
    })
  })

/** A Buffer arrives from another process as a plain byte array. */
type Answer = (Omit<Picture, 'content'> & { content: Uint8Array }) | null
