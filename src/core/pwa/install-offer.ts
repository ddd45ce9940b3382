/** The browser's offer to install comes before anything asks for it, once: kept from the first moment. */

/** Chromium's event; no other browser has it. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const kept: { offer: InstallOffer | null } = { offer: null }

export const captureInstallOffer = () =>
  window.addEventListener('beforeinstallprompt', (event) => {
    // The product asks in its own words and time.
    event.preventDefault()
    kept.offer = event as InstallOffer
  })
