import { startTransition, Suspense, useEffect, useState } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import type { DialogProps } from './dialog-props.ts'

// No page is opened for a dialog; their focus management is fetched when the page can be used (build/README.md).
const Frame = lazyPart(async () => (await import('./DialogFrame.tsx')).DialogFrame)
export const preloadDialogs = (): Promise<void> => Frame.preload()

/** A modal question or small form; at the bottom of the screen on phones, within reach of the thumb. */
export const Dialog = (props: DialogProps) => (
  <Opened
    {...props}
    popupClass={cx(
      'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-2xl sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[85dvh] sm:max-w-lg sm:rounded-2xl',
      'data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
      props.className,
    )}
  />
)

/** A panel at the end side of the page, full width on phones. */
export const Sheet = (props: DialogProps) => (
  <Opened
    {...props}
    popupClass={cx(
      'side-sheet inset-y-0 end-0 w-full max-w-md sm:rounded-s-2xl',
      'data-ending-style:translate-x-8 data-ending-style:opacity-0 data-starting-style:translate-x-8 data-starting-style:opacity-0 rtl:data-ending-style:-translate-x-8 rtl:data-starting-style:-translate-x-8',
      props.className,
    )}
  />
)

/**
 * Renders nothing until it is first opened; the frame animates the closing. The first opening is a transition, because
 * rendering it takes over 100 ms on a slow phone and would delay the response to the press.
 */
const Opened = (props: DialogProps & { popupClass: string }) => {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (props.open) startTransition(() => setOpened(true))
  }, [props.open])
  return (
    opened && (
      <Suspense>
        <Frame {...props} />
      </Suspense>
    )
  )
}
