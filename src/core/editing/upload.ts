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

interface Session {
  id: string
  chunkBytes: number
}

/** Begins the upload once, whoever asks how often. A failed begin is tried again by the next caller. */
const createBeginner = <R>(server: UploadServer<R>) => {
  const stopping = new AbortController()
  let beginning: ReturnType<UploadServer<R>['begin']> | null = null
  return {
    begin: () =>
      (beginning ??= server.begin(stopping.signal).catch((error: unknown) => {
        beginning = null
        throw error
      })),
    /** The id of the upload on the server, or null when there is none. Waits for a begin that is under way. */
    uploadId: () =>
      beginning
        ? beginning.then(
            ({ id }) => id,
            () => null,
          )
        : Promise.resolve(null),
    stop: () => stopping.abort(),
  }
}

/** Sends the chunks in order. A paused run ends at its next step, even if the server's response arrives later. */
const createSender = <R>({ file, server, onState }: Options<R>, begin: UploadServer<R>['begin']) => {
  const total = file.size
  let session: Session | null = null
  let sent = 0
  const findOffset = async (signal: AbortSignal): Promise<Session> => {
    if (session) {
      const offset = await server.offset(session.id, signal)
      signal.throwIfAborted()
      sent = offset
      return session
    }
    const { id, offset, chunkBytes } = await begin(signal)
    signal.throwIfAborted()
    session = { id, chunkBytes }
    sent = offset
    return session
  }
  return {
    progress: () => ({ sent, total }),
    send: async (signal: AbortSignal, onProgress: () => void): Promise<R> => {
      const { id, chunkBytes } = await findOffset(signal)
      while (sent < total) {
        onState({ phase: 'sending', sent, total })
        const offset = await server.send(id, sent, file.slice(sent, sent + chunkBytes), signal)
        signal.throwIfAborted()
        sent = offset
        onProgress()
      }
      onState({ phase: 'checking', sent, total })
      return server.finish(id, signal)
    },
  }
}

export const startUpload = <R>(options: Options<R>): Upload => {
  const { server, onState, isTransient, wait } = options
  const beginner = createBeginner(server)
  const sender = createSender(options, beginner.begin)
  let controller: AbortController | null = null
  let attempts = 0

  const runUntilDone = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const result = await sender.send(signal, () => (attempts = 0))
        if (!signal.aborted) onState({ phase: 'done', result })
        return
      } catch (error) {
        if (signal.aborted) return
        if (!isTransient(error)) return onState({ phase: 'failed', error })
        attempts += 1
        onState({ phase: 'waiting', ...sender.progress() })
        await wait(attempts, signal)
      }
    }
  }
  const resume = () => {
    if (controller && !controller.signal.aborted) return
    controller = new AbortController()
    onState({ phase: 'sending', ...sender.progress() })
    void runUntilDone(controller.signal)
  }
  const pause = () => {
    if (!controller || controller.signal.aborted) return
    controller.abort()
    onState({ phase: 'paused', ...sender.progress() })
  }
  resume()
  return {
    pause,
    resume,
    stop: () => {
      beginner.stop()
      controller?.abort()
    },
    // A begin that is under way is not aborted: only its response says what to discard.
    cancel: async () => {
      controller?.abort()
      const id = await beginner.uploadId()
      if (id !== null) await server.discard?.(id)
    },
  }
}
