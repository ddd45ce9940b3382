/** What a sign-in answers when the password alone is not enough (trust 8.5). */
import * as z from 'zod/mini'
import { timestamp } from '../common.ts'

/** `totp`: a code of an authenticator app. `recovery_code`: one of the codes kept for a lost device. */
export const secondStepMethod = z.enum(['totp', 'passkey', 'recovery_code'])
export type SecondStepMethod = z.infer<typeof secondStepMethod>

export const secondStepNeeded = z.object({
  second_step: z.object({
    /** Proves the first step; valid for ten minutes and five tries. */
    ticket: z.string(),
    /** `set_up`: the organisation requires a second step and this account has none yet. */
    kind: z.enum(['confirm', 'set_up']),
    /** What can be entered, or be set up. */
    methods: z.array(secondStepMethod),
    expires_at: timestamp,
  }),
})
export type SecondStepNeeded = z.infer<typeof secondStepNeeded>
