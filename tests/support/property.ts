/**
 * Property-based tests with the same cases in every run, so that a failure names a change and not an unlucky draw. Full
 * runs (`npm run nightly`) draw new cases.
 */
import fc from 'fast-check'

if (process.env['FULL'] !== '1') fc.configureGlobal({ seed: 20_261_123 })

export default fc
