/** What the stories of hostile input share: somebody who notices, a reader who touches all of it, a hole to compare with. */
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'

export interface Found {
  /** Names of dialogs that something opened. */
  ran: string[]
  /** Where something wanted to go, other than here. */
  left: string[]
  /** What the policy refused, by directive. */
  refused: string[]
}
export const nothingFound = (): Found => ({ ran: [], left: [], refused: [] })

/**
 * Notes what runs in any frame, what asks for another place, and what the policy refuses. `stops` keeps from leaving
 * what asks to, at the price of the browser's cache.
 */
export const watchAll = async (
  context: BrowserContext,
  here: string,
  { stops = true }: { stops?: boolean } = {},
): Promise<Found> => {
  const found = nothingFound()
  await context.exposeBinding('__ran', (_source, name: string) => void found.ran.push(name))
  await context.exposeBinding('__refused', (_source, name: string) => void found.refused.push(name))
  await context.addInitScript(() => {
    const tell = window as unknown as Record<'__ran' | '__refused', (name: string) => void>
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Object.assign(window, { [name]: () => tell.__ran(name) })
    document.addEventListener('securitypolicyviolation', (event) => tell.__refused(event.effectiveDirective))
  })
  const isElsewhere = (url: URL) => url.origin !== here && url.protocol.startsWith('http')
  const note = (request: Request) => void found.left.push(`${request.resourceType()} ${request.url()}`)
  if (stops)
    await context.route(isElsewhere, (route) => {
      note(route.request())
      return route.abort()
    })
  else
    context.on('request', (request) => {
      if (isElsewhere(new URL(request.url()))) note(request)
    })
  return found
}

/** What a reader does to a post: points at it, moves through it by key, presses it. Only `javascript:` is followed. */
export const touchAll = (page: Page, within: string) =>
  page.evaluate(async (selector) => {
    const isScript = (address: string) =>
      URL.canParse(address, location.href) && new URL(address, location.href).protocol === 'javascript:'
    const addresses = (element: Element | null): string[] =>
      element === null
        ? []
        : [
            ...['href', 'action', 'formaction', 'xlink:href'].flatMap(
              (name) => element.getAttribute(name) ?? [],
            ),
            ...addresses(element.parentElement),
          ]
    const follow = (event: Event) => {
      const found = addresses(event.target as Element)
      if (found.length === 0 || !found.every(isScript)) event.preventDefault()
    }
    for (const name of ['click', 'submit']) document.addEventListener(name, follow, { capture: true })
    for (const element of document.querySelectorAll<HTMLElement>(`${selector} *`)) {
      for (const name of ['pointerenter', 'mouseover', 'toggle', 'animationstart', 'paste'])
        element.dispatchEvent(new Event(name))
      element.focus?.({ preventScroll: true })
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }
    for (const name of ['click', 'submit']) document.removeEventListener(name, follow, { capture: true })
    // Handlers of pictures and frames run when their loading has failed.
    await new Promise((done) => setTimeout(done, 150))
  }, within)

/** So many stand in the page at once. */
const AT_ONCE = 100

/** Bodies put raw into the real page, past every cleaner and escape, as a hole in them would. */
export const throughAHole = async (
  browser: Browser,
  baseURL: string | undefined,
  { bodies, bypassCSP }: { bodies: readonly string[]; bypassCSP: boolean },
) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', bypassCSP, serviceWorkers: 'block' })
  const found = await watchAll(context, new URL(baseURL ?? '').origin)
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('form').first().waitFor()
  // What leads the whole page away is no question of the policy: navigation is nobody's to refuse.
  const tried = bodies.filter((body) => !/http-equiv|<base/i.test(body))
  await page.evaluate(() => {
    type Types = { createPolicy: (name: string, rules: object) => { createHTML: (html: string) => string } }
    const { trustedTypes } = window as unknown as { trustedTypes: Types }
    const hole = trustedTypes.createPolicy('dompurify', { createHTML: (html: string) => html })
    Object.assign(window, { hole })
  })
  for (let from = 0; from < tried.length; from += AT_ONCE) {
    await page.evaluate(
      (some) => {
        const { hole } = window as unknown as { hole: { createHTML: (html: string) => string } }
        document.querySelector('.hole')?.remove()
        const place = document.createElement('main')
        place.className = 'hole'
        document.body.append(place)
        for (const body of some) {
          const box = document.createElement('div')
          place.append(box)
          box.innerHTML = hole.createHTML(body)
        }
      },
      tried.slice(from, from + AT_ONCE),
    )
    await touchAll(page, '.hole')
  }
  await context.close()
  return { ...found, tried: tried.length }
}
