import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SignedIn } from '#contract/auth/auth.ts'
import { navigateAfterLogin } from '#src/core/session/after-login.ts'
import { takeReturnPath } from '#src/core/session/return-path.ts'
import { signIn } from '#src/core/session/session.ts'
import { clearDrafts } from '../model/tab-storage.ts'

/** Stores the session and opens the page that the person wanted (spec 4: Navigation after login). */
export const useSignIn = () => {
  const navigate = useNavigate()
  return useCallback(
    async (answer: SignedIn) => {
      clearDrafts()
      const target = takeReturnPath(answer.id)
      await signIn(answer)
      await navigateAfterLogin({ target, navigate: (path, options) => void navigate(path, options) })
    },
    [navigate],
  )
}
