import type { ReactNode } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'

type Props = { direction: 'ltr' | 'rtl'; children: ReactNode }

/**
 * Wraps everything that uses dialogs and menus: arrow keys follow the direction, no inline style elements
 * (CSP).
 */
export const UiProvider = ({ direction, children }: Props) => (
  <CSPProvider disableStyleElements>
    <DirectionProvider direction={direction}>{children}</DirectionProvider>
  </CSPProvider>
)
