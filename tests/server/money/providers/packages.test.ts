/** What a payment provider's package costs the event loop, in a process that has not loaded it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../../../architecture/rules/sources.ts'

const run = promisify(execFile)
const TURN_MAX_MS = 50

/** The longest turn of the first use of both packages. */
const firstUseMs = async (before: string): Promise<number> => {
  const script = `
    import { loadProviderPackages, loadRazorpay, loadStripe } from '#server/features/money/providers/sdk.ts'
    import { longestTurnMs } from '#tests/support/server/loop-delay.ts'
    const keys = { keyId: 'rzp_test_key', secret: 'sk_test_key', webhookSecret: 'whsec_key' }
    ${before}
    console.log(await longestTurnMs(async () => {
      await loadStripe(keys, {})
      await loadRazorpay(keys, {})
    }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
  return Number(stdout)
}

it('the first use of a provider holds the event loop for less than 50 ms', async () => {
  expect(await firstUseMs('await loadProviderPackages()')).toBeLessThan(TURN_MAX_MS)
})

it('control: without loading them at the start it holds it for longer', async () => {
  const loaded = await firstUseMs('await loadProviderPackages()')
  expect(await firstUseMs('')).toBeGreaterThan(loaded * 2)
})
