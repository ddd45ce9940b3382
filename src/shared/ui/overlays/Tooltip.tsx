import type { ReactElement, ReactNode } from 'react'
import { Tooltip as Base } from '@base-ui/react/tooltip'

type Props = { content: ReactNode; children: ReactElement; side?: 'top' | 'bottom' }

/** A visual hint; essential information belongs in the control's label. */
export const Tooltip = ({ content, children, side = 'top' }: Props) => (
  <Base.Root>
    <Base.Trigger delay={400} render={children} />
    <Base.Portal>
      <Base.Positioner sideOffset={8} side={side} className="z-50">
        <Base.Popup className="appear max-w-xs rounded-lg bg-ink px-3 py-1.5 text-sm text-surface shadow-float">
          {content}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
