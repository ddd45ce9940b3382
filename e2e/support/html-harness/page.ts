/** Shows HTML with and without the product's cleaner and records which of it ran. */
import { sanitize } from '#src/shared/lib/text/sanitize.ts'

const ran: string[] = []
let currentId = ''
const record = () => void ran.push(currentId)
Object.assign(window, { alert: record, confirm: record, prompt: record, print: record })

/** Hovers, focuses and clicks an element like a reader. */
const useElement = (element: Element) => {
  for (const name of ['pointerenter', 'mouseover', 'focus', 'click', 'toggle', 'animationstart']) {
    const event = name === 'click' ? new MouseEvent(name, { cancelable: true }) : new Event(name)
    element.dispatchEvent(event)
  }
}
/** A click must not navigate, and a form must not be sent. */
for (const name of ['click', 'submit'])
  document.addEventListener(name, (event) => event.preventDefault(), { capture: true })

const show = (id: string, html: string | TrustedHTML) => {
  currentId = id
  const container = document.createElement('main')
  document.body.append(container)
  container.innerHTML = html as string
  for (const element of container.querySelectorAll('*')) useElement(element)
  return container
}

/** Handlers of pictures and frames run when their loading fails, which is soon without a network. */
const settle = () => new Promise((done) => setTimeout(done, 30))

export interface Mode {
  /** Whether the page cleans a body before showing it, as the product does. */
  cleans: boolean
  /** Whether to wait after each body, so that late scripts count for the right one. */
  waits: boolean
}

/** Shows each body. Returns the indexes of those that ran something. */
const run = async (bodies: readonly string[], mode: Mode): Promise<number[]> => {
  const found = new Set<number>()
  for (const [index, body] of bodies.entries()) {
    const container = show(String(index), mode.cleans ? sanitize(body, 'text') : body)
    if (mode.waits || index % 100 === 99) await settle()
    container.remove()
  }
  await settle()
  for (const id of ran) found.add(Number(id))
  return [...found]
}
export type HtmlHarness = typeof run
declare global {
  interface Window {
    htmlHarness: HtmlHarness
  }
}
window.htmlHarness = run
document.title = 'ready'
