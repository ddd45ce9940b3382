import { useEffect, useRef } from 'react'
import { afterPaint } from '../after-paint.ts'

/**
 * Props for a form: after a submit that the form or the server rejects, the first invalid field gets the focus.
 * `rejection` is the server's error; typing never moves the focus.
 */
export const useFocusInvalid = (rejection: unknown) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (rejection) focusFirstInvalid(ref.current)
  }, [rejection])
  return {
    ref,
    onSubmitCapture: () => {
      const focused = document.activeElement
      // An accepted submit has removed the errors of the last one by then. Who has moved on meanwhile stays there.
      afterPaint(() => {
        if (document.activeElement === focused) focusFirstInvalid(ref.current)
      })
    },
  }
}

const focusFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
