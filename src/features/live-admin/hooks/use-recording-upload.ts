import { useEffect, useRef, useState } from 'react'
import type { RecordingKind } from '#contract/live/admin/recordings.ts'
import type { StoredFile } from '#contract/files/uploads.ts'
import type { Upload } from '#src/core/editing/upload.ts'
import { failureOf, isTooLarge, uploadRecordingFile, type UploadFailure } from '../api/recording-upload.ts'

export type UploadProgress =
  | { at: 'idle' }
  | { at: 'sending'; name: string; sent: number; total: number; isChecking: boolean; isWaiting: boolean }
  | { at: 'failed'; name: string; failure: UploadFailure }

/** One file at a time. Closing the form stops it; choosing the same file again goes on where it stopped. */
export const useRecordingUpload = (
  { sessionId, kind }: { sessionId: number; kind: RecordingKind },
  onStored: (media: StoredFile, file: File) => void,
) => {
  const [progress, setProgress] = useState<UploadProgress>({ at: 'idle' })
  const running = useRef<Upload | null>(null)
  useEffect(() => () => running.current?.stop(), [])
  const start = (file: File) => {
    const { name } = file
    if (isTooLarge(kind, file)) return setProgress({ at: 'failed', name, failure: 'size' })
    running.current = uploadRecordingFile({ sessionId, kind, file }, (state) => {
      if (state.phase === 'failed')
        return setProgress({ at: 'failed', name, failure: failureOf(state.error) })
      if (state.phase === 'done') {
        setProgress({ at: 'idle' })
        return onStored(state.result, file)
      }
      const { sent, total, phase } = state
      setProgress({
        at: 'sending',
        name,
        sent,
        total,
        isChecking: phase === 'checking',
        isWaiting: phase === 'waiting',
      })
    })
  }
  const stop = () => {
    running.current?.stop()
    setProgress({ at: 'idle' })
  }
  return { progress, start, stop }
}
