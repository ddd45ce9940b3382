/** What must not be interrupted: unsaved forms, unsent answers. Reloads and sign-in redirects wait for it. */
const reasons = new Map<symbol, string>()

/** Call the returned function when the work is saved or given up. */
export const registerBusy = (reason: string): (() => void) => {
  const mark = Symbol(reason)
  reasons.set(mark, reason)
  return () => {
    reasons.delete(mark)
  }
}

/** Somebody types in a field with content right now, or registered work is open. */
export const isBusy = (): boolean => reasons.size > 0 || isTyping()

/** Work that pages registered, without text in fields. */
export const hasRegisteredWork = (): boolean => reasons.size > 0

const TEXT_INPUTS = /^(text|search|email|url|tel|number|)$/

/** Spec and RULES: a session lost "when something is being typed" must not lose it. */
const isTyping = (): boolean => {
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field instanceof HTMLInputElement) return TEXT_INPUTS.test(field.type) && field.value !== ''
  if (!(field instanceof HTMLElement)) return false
  return field.isContentEditable === true && field.textContent.trim() !== ''
}
