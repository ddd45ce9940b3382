import { Suspense, useState } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import type { DialogProps } from './dialog-props.ts'

// No page is opened for a dialog; their focus management is fetched when the page can be used (build/README.md).
const Frame = lazyPart(async () => (await import('./DialogFrame.tsx')).DialogFrame)
export const preloadDialogs = (): Promise<void> => Frame.preload()

/** A modal question or small form; at the bottom of the screen on phones, within reach of the thumb. */
export const Dialog = (props: DialogProps) => <Opened {...props} popupClass={cx('dialog', props.className)} />

/** A panel at the end side of the page, full width on phones. */
export const Sheet = (props: DialogProps) => <Opened {...props} popupClass={cx('sheet', props.className)} />

/** Nothing before it is opened first; closing is the frame's business. */
const Opened = (props: DialogProps & { popupClass: string }) => {
  const [opened, setOpened] = useState(props.open)
  if (props.open && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <Frame {...props} />
      </Suspense>
    )
  )
}
