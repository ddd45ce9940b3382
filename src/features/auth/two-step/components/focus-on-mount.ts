/** A ref: the same function at every render, so that only a new element takes the focus. */
export const focusOnMount = (element: HTMLInputElement | null): void => element?.focus()
