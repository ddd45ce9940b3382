import { useEffect, useState } from 'react'
import {
  dismissIosPrompt,
  isIos,
  putOffIosPrompt,
  thisDevice,
  wantsIosPrompt,
  type Device,
} from '#src/core/pwa/ios-prompt.ts'
import { isMobileAgent } from '#src/core/session/after-login.ts'
import { isBusy } from '#src/core/session/busy.ts'
import { InstallPrompt } from './InstallPrompt.tsx'
import { IosPrompt } from './IosPrompt.tsx'

/** Spec 9. */
const IOS_DELAY_MS = 1000
/** An exam is open or somebody types: looked at again so much later. */
const LOOK_AGAIN_MS = 15_000
const FIELDS = 'input:not([type=checkbox],[type=radio],[type=file]), textarea, [contenteditable=true]'

const inField = (element: EventTarget | null) => element instanceof Element && element.matches(FIELDS)

/**
 * True from `delayMs` on, later while work is open. Whoever goes into a field has something to do: what is offered steps
 * aside, and does not come back under the finger that leaves the field for a button.
 */
const useFreeMoment = (delayMs: number): boolean => {
  const [free, setFree] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      if (isBusy() || inField(document.activeElement)) timer = setTimeout(look, LOOK_AGAIN_MS)
      else setFree(true)
    }
    const stepAside = ({ target }: FocusEvent) => {
      if (!inField(target)) return
      setFree(false)
      clearTimeout(timer)
      timer = setTimeout(look, LOOK_AGAIN_MS)
    }
    timer = setTimeout(look, delayMs)
    document.addEventListener('focusin', stepAside)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', stepAside)
    }
  }, [delayMs])
  return free
}

/** Which of the two ways to install is offered here; an installed window gets neither. */
export const Prompts = ({ device = thisDevice() }: { device?: Device }) => {
  const [wanted, setWanted] = useState(() => wantsIosPrompt(device, Date.now()))
  const free = useFreeMoment(wanted ? IOS_DELAY_MS : 0)
  if (!free || device.standalone) return null
  const answer = (action: () => void) => () => {
    action()
    setWanted(false)
  }
  if (wanted) return <IosPrompt onGotIt={answer(putOffIosPrompt)} onNever={answer(dismissIosPrompt)} />
  return !isIos(device) && isMobileAgent(device.userAgent) ? <InstallPrompt /> : null
}
