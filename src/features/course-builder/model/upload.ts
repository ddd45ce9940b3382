/**
 * A large file on its way, piece by piece: pausing, a cut connection and a reload lose at most the piece under way,
 * because the server says how far it is. Framework-free; what talks to the server is handed in.
 */
export interface UploadServer<R> {
  /** Begins, or finds the upload of the same file that was begun before. */
  begin: (signal: AbortSignal) => Promise<{ id: string; offset: number; chunkBytes: number }>
  /** How far the server is. */
  offset: (id: string, signal: AbortSignal) => Promise<number>
  /** Answers the new offset. */
  send: (id: string, offset: number, piece: Blob, signal: AbortSignal) => Promise<number>
  finish: (id: string, signal: AbortSignal) => Promise<R>
  /** Forgets what it got; who hands in none leaves it to the server's sweep. */
  discard?: (id: string) => Promise<void>
}

export type UploadState<R> =
  | { phase: 'sending'; sent: number; total: number }
  | { phase: 'paused'; sent: number; total: number }
  /** No connection: goes on by itself. */
  | { phase: 'waiting'; sent: number; total: number }
  | { phase: 'checking'; sent: number; total: number }
  | { phase: 'done'; result: R }
  | { phase: 'failed'; error: unknown }

interface Options<R> {
  file: Pick<Blob, 'size' | 'slice'>
  server: UploadServer<R>
  onState: (state: UploadState<R>) => void
  /** Whether trying again may help: no answer, or a server in trouble. */
  isPassing: (error: unknown) => boolean
  /** Resolves when it is worth trying again. */
  wait: (attempt: number, signal: AbortSignal) => Promise<void>
}

export interface Upload {
  pause: () => void
  resume: () => void
  /** Ends it here; the same file chosen again goes on with it. */
  stop: () => void
  /** Gives it up; resolves when the server has forgotten it as well. */
  cancel: () => Promise<void>
}

export const startUpload = <R>({ file, server, onState, isPassing, wait }: Options<R>): Upload => {
  const total = file.size
  let started: { id: string; chunkBytes: number } | null = null
  let sent = 0
  let run: AbortController | null = null

  const send = async (signal: AbortSignal): Promise<R> => {
    // A paused run ends at its next step, even when the server's answer came after the pause.
    if (started) {
      const offset = await server.offset(started.id, signal)
      signal.throwIfAborted()
      sent = offset
    } else {
      const begun = await server.begin(signal)
      signal.throwIfAborted()
      started = { id: begun.id, chunkBytes: begun.chunkBytes }
      sent = begun.offset
    }
    while (sent < total) {
      onState({ phase: 'sending', sent, total })
      const piece = file.slice(sent, sent + started.chunkBytes)
      const offset = await server.send(started.id, sent, piece, signal)
      signal.throwIfAborted()
      sent = offset
      attempts = 0
    }
    onState({ phase: 'checking', sent, total })
    return server.finish(started.id, signal)
  }

  let attempts = 0
  const go = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const result = await send(signal)
        if (!signal.aborted) onState({ phase: 'done', result })
        return
      } catch (error) {
        if (signal.aborted) return
        if (!isPassing(error)) return onState({ phase: 'failed', error })
        attempts += 1
        onState({ phase: 'waiting', sent, total })
        await wait(attempts, signal)
      }
    }
  }
  const resume = () => {
    if (run && !run.signal.aborted) return
    run = new AbortController()
    onState({ phase: 'sending', sent, total })
    void go(run.signal)
  }
  const pause = () => {
    if (!run || run.signal.aborted) return
    run.abort()
    onState({ phase: 'paused', sent, total })
  }
  resume()
  const stop = () => run?.abort()
  const cancel = async () => {
    stop()
    if (started) await server.discard?.(started.id)
  }
  return { pause, resume, stop, cancel }
}
