import { useState } from 'react'
import Bell from 'lucide-react/icons/bell'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog, Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { DropPanel } from '#src/shared/ui/overlays/DropPanel.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { Toaster, type ToastItem } from '#src/shared/ui/overlays/Toaster.tsx'
import { Tooltip } from '#src/shared/ui/overlays/Tooltip.tsx'
import type { Samples } from './samples.ts'
import { Section } from './Section.tsx'

const KINDS = ['success', 'error', 'warning', 'info'] as const
/** Longer than in the app, so that all four can be seen together. */
const SHOWN_MS = 15_000

/** Overlays. They use the page's mode, not the frame's. */
export const Overlays = ({ s, frame }: { s: Samples; frame: string }) => {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null)
  const [toasts, setToasts] = useState<ToastItem[]>([])
  const close = () => setOpen(null)
  const showToast = () => {
    const kind = KINDS[toasts.length % KINDS.length] ?? 'info'
    setToasts([...toasts, { id: crypto.randomUUID(), kind, title: s.saved, message: s.dialogText }])
  }
  return (
    <Section title={s.overlays}>
      <div className="relative flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          {s.remove}
        </Button>
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          {s.sheet}
        </Button>
        <Button variant="secondary" onClick={showToast}>
          {s.save}
        </Button>
        <Menu
          trigger={<Button variant="secondary">{s.more}</Button>}
          items={[
            { id: 'save', label: s.save, onSelect: showToast },
            { id: 'line', separator: true },
            { id: 'remove', label: s.remove, danger: true, onSelect: () => setOpen('dialog') },
          ]}
        />
        <Tooltip content={s.tip}>
          <Button variant="ghost">{s.about}</Button>
        </Tooltip>
        <DropPanel
          label={s.info}
          closeLabel={s.close}
          trigger={({ ref, ...props }) => (
            <IconButton ref={ref} label={s.info} icon={<Bell aria-hidden="true" size={20} />} {...props} />
          )}
        >
          <p className="p-4">{s.info}</p>
        </DropPanel>
      </div>
      <Tabs
        label={s.lists}
        tabs={s.tabs.map((label, index) => ({
          value: String(index),
          label,
          content: <p className="text-ink-muted">{s.courses[index]}</p>,
        }))}
      />
      <Dialog
        open={open === 'dialog'}
        title={s.dialog}
        description={s.dialogText}
        closeLabel={s.close}
        actions={
          <>
            <Button variant="danger" onClick={close}>
              {s.remove}
            </Button>
            <Button variant="secondary" onClick={close}>
              {s.cancel}
            </Button>
          </>
        }
        onOpenChange={close}
      />
      <Sheet open={open === 'sheet'} title={s.sheet} closeLabel={s.close} onOpenChange={close}>
        <p className="text-ink-muted">{s.dialogText}</p>
      </Sheet>
      <Toaster
        toasts={toasts}
        durationMs={SHOWN_MS}
        texts={{ region: `${s.messages}, ${frame}`, dismiss: s.close }}
        onDismiss={(id) => setToasts((current) => current.filter((toast) => toast.id !== id))}
      />
    </Section>
  )
}
