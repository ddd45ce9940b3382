/** Shows HTML as the product shows it, and as nobody should, and writes down what ran of it. */
import { sanitize } from '#src/shared/lib/text/sanitize.ts'

const ran: string[] = []
let showing = ''
const note = () => void ran.push(showing)
Object.assign(window, { alert: note, confirm: note, prompt: note, print: note })

/** What a reader does to a post: points at it, presses it, moves through it by key. */
const touch = (element: Element) => {
  for (const name of ['pointerenter', 'mouseover', 'focus', 'click', 'toggle', 'animationstart']) {
    const event = name === 'click' ? new MouseEvent(name, { cancelable: true }) : new Event(name)
    element.dispatchEvent(event)
  }
}
/** A press must not lead away from the page, and a form must not be sent. */
for (const name of ['click', 'submit'])
  document.addEventListener(name, (event) => event.preventDefault(), { capture: true })

const show = (id: string, html: string | TrustedHTML) => {
  showing = id
  const place = document.createElement('main')
  document.body.append(place)
  place.innerHTML = html as string
  for (const element of place.querySelectorAll('*')) touch(element)
  return place
}

/** Handlers of pictures and frames run when their loading fails, which is soon in a page without a network. */
const settle = () => new Promise((done) => setTimeout(done, 30))

export interface Way {
  /** Whether the page cleans it before it is shown, as the product does. */
  cleans: boolean
  /** Whether to wait after each, so that what runs late is told apart. */
  waits: boolean
}

/** Shows each of them; the numbers of those that ran something. */
const run = async (bodies: readonly string[], way: Way): Promise<number[]> => {
  const found = new Set<number>()
  for (const [index, body] of bodies.entries()) {
    const place = show(String(index), way.cleans ? sanitize(body, 'text') : body)
    if (way.waits || index % 100 === 99) await settle()
    place.remove()
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
