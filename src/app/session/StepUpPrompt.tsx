import { Suspense, useEffect, useState } from 'react'
import { provideStepUpSheet } from '#src/core/session/step-up.ts'
import { StepUpSheet } from '#src/features/auth/index.ts'

/** Asks for a proof of identity over the page when a protected call needs one (trust 8.2). */
export const StepUpPrompt = () => {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null)
  useEffect(() => {
    provideStepUpSheet(
      () =>
        new Promise((resolve) => {
          setAnswer(() => (proved: boolean) => {
            setAnswer(null)
            resolve(proved)
          })
        }),
    )
    return () => provideStepUpSheet(null)
  }, [])
  return (
    answer && (
      <Suspense>
        <StepUpSheet onDone={answer} />
      </Suspense>
    )
  )
}
