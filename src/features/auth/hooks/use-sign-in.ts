import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SignInAnswer } from '#contract/auth/auth.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { navigateAfterLogin } from '#src/core/session/after-login.ts'
import { takeReturnPath } from '#src/core/session/return-path.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { clearDrafts } from '../model/tab-storage.ts'
import { SecondStepPage } from '../two-step/index.ts'

/**
 * Stores the session and opens the page that the person wanted (spec 4: Navigation after login); before that, the page
 * of the second step where one is needed.
 */
export const useSignIn = () => {
  const navigate = useNavigate()
  return useCallback(
    async (answer: SignInAnswer) => {
      if ('second_step' in answer) {
        await SecondStepPage.preload()
        void navigate(guestPaths.login, { state: { secondStep: answer.second_step } })
        return
      }
      clearDrafts()
      const target = takeReturnPath(answer.id)
      await signIn(answer)
      await navigateAfterLogin({ target, navigate: (path, options) => void navigate(path, options) })
    },
    [navigate],
  )
}
