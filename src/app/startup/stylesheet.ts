/**
 * Applies the preloaded stylesheet (build/loader-first.ts). Resolves also when it fails: an unstyled page is better than
 * a loader that never goes.
 */
export const applyStylesheet = (): Promise<void> =>
  new Promise((resolve) => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="style"]')
    // During development the stylesheet comes with the scripts.
    if (!link) return resolve()
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', () => resolve(), { once: true })
    link.rel = 'stylesheet'
  })
