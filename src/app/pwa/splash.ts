/**
 * The installed app's splash (spec 2). Plain elements: it stands before the app is rendered, over the loader, and
 * the page below goes on loading while it shows.
 */
import i18next, { type TFunction } from 'i18next'
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { loadTexts } from '#src/core/i18n/language.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import './splash.css'

/** Spec 9: default and minimum, the first counted from the start of the navigation as the loader's second is. */
const SPLASH_MS = 3000
const AT_LEAST_MS = 300

/** Spec 2: below 30, 60 and 90 %, then the welcome. */
export const splashMessage = (percent: number): 'initializing' | 'loading' | 'almost' | 'welcome' => {
  if (percent < 30) return 'initializing'
  if (percent < 60) return 'loading'
  return percent < 90 ? 'almost' : 'welcome'
}

const made = (tag: string, className: string): HTMLElement => {
  const element = document.createElement(tag)
  element.className = className
  return element
}

const draw = (client: PublicInfo, t: TFunction) => {
  const name = { name: client.name }
  const root = made('div', 'splash')
  const icon = document.createElement('img')
  icon.src = client.app_icon_url
  icon.alt = client.name
  const bar = made('div', 'splash-bar')
  bar.setAttribute('role', 'progressbar')
  bar.setAttribute('aria-label', t('splash.progress', name))
  const fill = bar.appendChild(document.createElement('span'))
  const text = made('p', 'splash-text')
  text.setAttribute('role', 'status')
  text.dir = 'auto'
  const skip = made('button', 'splash-skip')
  skip.textContent = t('splash.skip')
  root.append(icon, bar, text, skip)
  const show = (percent: number) => {
    fill.style.inlineSize = `${percent}%`
    bar.setAttribute('aria-valuenow', String(Math.round(percent)))
    const message = t(`splash.${splashMessage(percent)}`, name)
    if (text.textContent !== message) text.textContent = message
  }
  show(0)
  return { root, show }
}

/** Once in a window, and never for who asked for less motion. */
const isDue = () =>
  safeSession.get(keys.splashSeen) === null &&
  document.documentElement.dataset['motion'] !== 'reduced' &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fulfilled when it is gone: after about three seconds, or at a click, Enter or space. */
export const showSplash = async (client: PublicInfo): Promise<void> => {
  if (!isDue()) return
  safeSession.set(keys.splashSeen, '1')
  await loadTexts('pwa')
  const t = i18next.getFixedT(null, 'pwa')
  const { root, show } = draw(client, t)
  document.body.append(root)
  const begun = performance.now()
  let end = Math.max(SPLASH_MS, begun + AT_LEAST_MS)
  const skip = () => {
    end = Math.min(end, Math.max(performance.now(), begun + AT_LEAST_MS))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    skip()
  }
  root.addEventListener('click', skip)
  window.addEventListener('keydown', press, true)
  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const now = performance.now()
      show(Math.min(100, (now / SPLASH_MS) * 100))
      if (now < end) return
      clearInterval(tick)
      resolve()
    }, 50)
  })
  window.removeEventListener('keydown', press, true)
  root.remove()
}
