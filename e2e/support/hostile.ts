/** Shared by the stories of hostile input: detection, a reader who uses every element, and a page without cleaners. */
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'

export interface Found {
  /** Names of dialogs that a script opened. */
  ran: string[]
  /** Requests to another origin. */
  left: string[]
  /** Directives of the policy that refused something. */
  refused: string[]
}
export const nothingFound = (): Found => ({ ran: [], left: [], refused: [] })

/**
 * Records what runs in any frame, what requests another origin, and what the policy refuses. `stops` aborts such requests,
 * at the price of the browser's cache.
 */
export const watchForAttacks = async (
  context: BrowserContext,
  origin: string,
  { stops = true }: { stops?: boolean } = {},
): Promise<Found> => {
  const found = nothingFound()
  await context.exposeBinding('__ran', (_source, name: string) => void found.ran.push(name))
  await context.exposeBinding('__refused', (_source, name: string) => void found.refused.push(name))
  await context.addInitScript(() => {
    const bindings = window as unknown as Record<'__ran' | '__refused', (name: string) => void>
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Object.assign(window, { [name]: () => bindings.__ran(name) })
    document.addEventListener('securitypolicyviolation', (event) =>
      bindings.__refused(event.effectiveDirective),
    )
  })
  const isElsewhere = (url: URL) => url.origin !== origin && url.protocol.startsWith('http')
  const record = (request: Request) => void found.left.push(`${request.resourceType()} ${request.url()}`)
  if (stops)
    await context.route(isElsewhere, (route) => {
      record(route.request())
      return route.abort()
    })
  else
    context.on('request', (request) => {
      if (isElsewhere(new URL(request.url()))) record(request)
    })
  return found
}

/** Hovers, focuses and clicks every element like a reader. Only `javascript:` links are followed. */
export const useEverything = (page: Page, within: string) =>
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
    // Handlers of pictures and frames run after their loading failed.
    await new Promise((done) => setTimeout(done, 150))
  }, within)

/** Number of bodies in the page at once. */
const AT_ONCE = 100

/** Puts raw bodies into the real page, as if every cleaner and every escape had failed. */
export const showUncleaned = async (
  browser: Browser,
  baseURL: string | undefined,
  { bodies, bypassCSP }: { bodies: readonly string[]; bypassCSP: boolean },
) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', bypassCSP, serviceWorkers: 'block' })
  const found = await watchForAttacks(context, new URL(baseURL ?? '').origin)
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('form').first().waitFor()
  // A policy cannot refuse navigation of the whole page, so these bodies are left out.
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
        const container = document.createElement('main')
        container.className = 'hole'
        document.body.append(container)
        for (const body of some) {
          const box = document.createElement('div')
          container.append(box)
          box.innerHTML = hole.createHTML(body)
        }
      },
      tried.slice(from, from + AT_ONCE),
    )
    await useEverything(page, '.hole')
  }
  await context.close()
  return { ...found, tried: tried.length }
}
