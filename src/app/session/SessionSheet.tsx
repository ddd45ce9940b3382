import { Suspense, useEffect, useState } from 'react'
import { SignInSheet } from '#src/features/auth/index.ts'
import { provideSignInSheet } from '#src/core/session/session-lost.ts'
import type { StoredUser } from '#src/core/session/stored-user.ts'

interface Question {
  user: StoredUser
  answer: (signedIn: boolean) => void
}

/** Opens the sign-in sheet over the page when the session is lost during work (rules: Accounts). */
export const SessionSheet = () => {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => {
    provideSignInSheet(
      (user) =>
        new Promise((resolve) => {
          setQuestion({
            user,
            answer: (signedIn) => {
              setQuestion(null)
              resolve(signedIn)
            },
          })
        }),
    )
    return () => provideSignInSheet(null)
  }, [])
  if (!question) return null
  return (
    <Suspense fallback={null}>
      <SignInSheet
        user={question.user}
        onSignedIn={() => question.answer(true)}
        onDecline={() => question.answer(false)}
      />
    </Suspense>
  )
}
