/**
 * Uploads a large file in chunks. A pause, a lost connection or a reload loses at most the current chunk,
 * because the server knows the offset. Framework-free; the server calls are passed in.
 */
export interface UploadServer<R> {
  /** Starts an upload or finds an earlier one of the same file. */
  begin: (signal: AbortSignal) => Promise<{ id: string; offset: number; chunkBytes: number }>
  /** The number of bytes that the server has. */
  offset: (id: string, signal: AbortSignal) => Promise<number>
  /** Resolves with the new offset. */
  send: (id: string, offset: number, chunk: Blob, signal: AbortSignal) => Promise<number>
  finish: (id: string, signal: AbortSignal) => Promise<R>
  /** Discards the upload. Without it, the server's sweep removes it. */
  discard?: (id: string) => Promise<void>
}

export type UploadState<R> =
  | { phase: 'sending'; sent: number; total: number }
  | { phase: 'paused'; sent: number; total: number }
  /** No connection: retries automatically. */
  | { phase: 'waiting'; sent: number; total: number }
  | { phase: 'checking'; sent: number; total: number }
  | { phase: 'done'; result: R }
  | { phase: 'failed'; error: unknown }

interface Options<R> {
  file: Pick<Blob, 'size' | 'slice'>
  server: UploadServer<R>
  onState: (state: UploadState<R>) => void
  /** Whether a retry may help: no response, or a server error. */
  isTransient: (error: unknown) => boolean
  /** Resolves when it is time to retry. */
  wait: (attempt: number, signal: AbortSignal) => Promise<void>
}

export interface Upload {
  pause: () => void
  resume: () => void
  /** Stops sending; choosing the same file again continues it. */
  stop: () => void
  /** Discards it; resolves when the server has discarded it, too. */
  cancel: () => Promise<void>
}

export const startUpload = <R>({ file, server, onState, isTransient, wait }: Options<R>): Upload => {
  const total = file.size
  let session: { id: string; chunkBytes: number } | null = null
  let sent = 0
  let controller: AbortController | null = null

  const send = async (signal: AbortSignal): Promise<R> => {
    // A paused run ends at its next step, even if the server's response arrives after the pause.
    if (session) {
      const offset = await server.offset(session.id, signal)
      signal.throwIfAborted()
      sent = offset
    } else {
      const upload = await server.begin(signal)
      signal.throwIfAborted()
      session = { id: upload.id, chunkBytes: upload.chunkBytes }
      sent = upload.offset
    }
    while (sent < total) {
      onState({ phase: 'sending', sent, total })
      const chunk = file.slice(sent, sent + session.chunkBytes)
      const offset = await server.send(session.id, sent, chunk, signal)
      signal.throwIfAborted()
      sent = offset
      attempts = 0
    }
    onState({ phase: 'checking', sent, total })
    return server.finish(session.id, signal)
  }

  let attempts = 0
  const runUntilDone = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const result = await send(signal)
        if (!signal.aborted) onState({ phase: 'done', result })
        return
      } catch (error) {
        if (signal.aborted) return
        if (!isTransient(error)) return onState({ phase: 'failed', error })
        attempts += 1
        onState({ phase: 'waiting', sent, total })
        await wait(attempts, signal)
      }
    }
  }
  const resume = () => {
    if (controller && !controller.signal.aborted) return
    controller = new AbortController()
    onState({ phase: 'sending', sent, total })
    void runUntilDone(controller.signal)
  }
  const pause = () => {
    if (!controller || controller.signal.aborted) return
    controller.abort()
    onState({ phase: 'paused', sent, total })
  }
  resume()
  const stop = () => controller?.abort()
  const cancel = async () => {
    stop()
    if (session) await server.discard?.(session.id)
  }
  return { pause, resume, stop, cancel }
}
