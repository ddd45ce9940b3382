import { useEffect } from 'react'
import { scanCode } from '#contract/attendance/attendance.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'

/** How long leaving for the sign-in page waits for the server; the check-in page then asks for the code on the screen. */
export const SCAN_WAIT_MS = 3000
/** A call of the signed-in person that takes longer may be waiting for a sign-in. */
const SLOW_MS = 2000

/** Tells the server that this browser has the code now: it counts after the sign-in, however long that takes. */
export const noteScan = async (sessionId: number, code: string): Promise<void> => {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SCAN_WAIT_MS))
  const call = publicCall(scanCode, { params: { sessionId }, body: { code } }).then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([call, timeout])
}

/** While a code is on its way: notes it before an ended session makes the person sign in. An empty code is none. */
export const useKeepScan = (sessionId: number, code: string) => {
  useEffect(() => {
    if (code === '') return
    let noted: Promise<void> | null = null
    const note = () => (noted ??= noteScan(sessionId, code))
    const slow = setTimeout(() => void note(), SLOW_MS)
    const stop = onClearUserData(note)
    return () => {
      clearTimeout(slow)
      stop()
    }
  }, [sessionId, code])
}
