import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { cx } from '#src/shared/lib/cx.ts'
import { iconButtonClass } from '../IconButton.tsx'
import type { DialogProps } from './dialog-props.ts'

const BACKDROP =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** What dialogs and sheets have in common: focus, Escape, the backdrop, title and buttons. */
export const DialogFrame = (props: DialogProps & { popupClass: string }) => (
  <Base.Root
    open={props.open}
    disablePointerDismissal={props.stubborn ?? false}
    onOpenChange={props.onOpenChange}
  >
    <Base.Portal>
      <Base.Backdrop className={BACKDROP} />
      <Base.Popup
        {...(props.initialFocus ? { initialFocus: props.initialFocus } : {})}
        className={cx(
          'fixed z-50 flex flex-col border border-line bg-surface-raised text-ink shadow-float outline-none transition duration-200 ease-out',
          props.popupClass,
        )}
      >
        <div className="flex items-start gap-2 ps-5 pe-2 pt-3">
          <Base.Title className="min-w-0 flex-1 pt-2 text-lg font-semibold">{props.title}</Base.Title>
          <Base.Close aria-label={props.closeLabel} className={iconButtonClass()}>
            <X aria-hidden="true" size={20} />
          </Base.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1.5 pb-5">
          {props.description && (
            <Base.Description className="text-ink-muted">{props.description}</Base.Description>
          )}
          {props.children && <div className="mt-4">{props.children}</div>}
        </div>
        {props.actions && (
          <div className="safe-bottom border-t border-line">
            <div className="flex flex-col gap-3 px-5 py-4 sm:flex-row-reverse">{props.actions}</div>
          </div>
        )}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
)
