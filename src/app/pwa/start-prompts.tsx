/** The prompts stand beside the app: the same before and after sign-in, and nothing of theirs in its pages. */
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from '#src/core/i18n/language.ts'
import { paths } from '#src/core/paths.ts'
import { watchInstall } from '#src/core/pwa/install.ts'
import { isIos, thisDevice } from '#src/core/pwa/ios-prompt.ts'
import { isMobileAgent } from '#src/core/session/after-login.ts'
import { startLaunches } from './launches.tsx'
import { keepManifestInLanguage } from './manifest-language.ts'
import { Prompts } from './Prompts.tsx'

/** Most visitors have no database of this app, of this build or a former one, and fetch nothing to look at it with. */
const finishEarlierSignOut = async () => {
  const all = 'databases' in indexedDB ? await indexedDB.databases() : null
  if (all?.some(({ name }) => name?.startsWith('lms')) === false) return
  const { finishSignOut } = await import('#src/core/sign-out/finish-sign-out.ts')
  await finishSignOut(() => window.location.replace(paths.login))
}

/** Desktops and installed windows stop after the first two, before anything more is fetched. */
export const startPrompts = async (): Promise<void> => {
  // An earlier page may have been interrupted while its person signed out.
  void finishEarlierSignOut().catch(() => undefined)
  watchInstall()
  startLaunches()
  keepManifestInLanguage()
  const device = thisDevice()
  if (device.standalone || !(isIos(device) || isMobileAgent(device.userAgent))) return
  await loadTexts('pwa')
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <Suspense fallback={null}>
      <Prompts device={device} />
    </Suspense>,
  )
}
