/** Calls of the second step and of the proof of identity. */
import { stepUp, stepUpMethods } from '#contract/auth/step-up.ts'
import {
  beginTotp,
  confirmSecondStep,
  confirmSetUpAtSignIn,
  confirmTotp,
  setUpAtSignIn,
} from '#contract/auth/two-step.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { publicCall } from '#src/core/api/public-call.ts'

export const finishWithCode = (ticket: string, code: string) =>
  publicCall(confirmSecondStep, { body: { ticket, code } })
export const finishWithRecoveryCode = (ticket: string, recoveryCode: string) =>
  publicCall(confirmSecondStep, { body: { ticket, recovery_code: recoveryCode } })
export const beginAtSignIn = (ticket: string) => publicCall(setUpAtSignIn, { body: { ticket } })
export const confirmAtSignIn = (ticket: string, code: string) =>
  publicCall(confirmSetUpAtSignIn, { body: { ticket, code } })

export const beginApp = () => authedCall(beginTotp)
export const confirmApp = (code: string) => authedCall(confirmTotp, { body: { code } })

export const readProofMethods = () => authedCall(stepUpMethods)
export const provePassword = (password: string) => authedCall(stepUp, { body: { password } })
export const proveCode = (code: string) => authedCall(stepUp, { body: { code } })
