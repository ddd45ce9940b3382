/** What a support view shows about itself: a bar on every page, and a last page. */
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

export const SupportBar = lazyPart(async () => (await import('./components/SupportBar.tsx')).SupportBar)
export const SupportEnded = lazyPart(async () => (await import('./components/SupportEnded.tsx')).SupportEnded)
