import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ManagedWorkshop } from '#contract/workshops/manage.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import type { EditorState } from '../hooks/use-workshop-editor.ts'
import { registrationsAddress } from '../model/filters.ts'
import { STATE_TONES } from './WorkshopList.tsx'

type Props = { editor: EditorState; workshop: ManagedWorkshop }

/** Whether people can register, and the steps from here. */
export const StatePanel = ({ editor, workshop }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const { state } = workshop
  return (
    <Card
      as="section"
      className="order-first flex flex-col gap-4 lg:sticky lg:top-20 lg:order-none"
      aria-label={t('panel.title')}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-semibold text-ink">{t('panel.title')}</h2>
        <Badge tone={STATE_TONES[state]}>{t(`state.${state}`)}</Badge>
      </div>
      <p className="text-sm text-ink-muted">{t(`panel.${state}`)}</p>
      {(state === 'draft' || state === 'closed') && (
        <Button
          block
          variant={state === 'draft' ? 'primary' : 'secondary'}
          pending={editor.isDeciding}
          onClick={() => editor.decide('open')}
        >
          {t('panel.open_do')}
        </Button>
      )}
      {state === 'open' && (
        <Button block variant="secondary" pending={editor.isDeciding} onClick={() => editor.decide('closed')}>
          {t('panel.close_do')}
        </Button>
      )}
      {state !== 'draft' && <PublicLinks workshop={workshop} />}
      {(state === 'open' || state === 'closed') && <CancelWorkshop editor={editor} />}
    </Card>
  )
}

const PublicLinks = ({ workshop }: { workshop: ManagedWorkshop }) => {
  const { t } = useTranslation('workshops/admin')
  return (
    <div className="flex flex-col gap-2">
      <a
        href={paths.workshop(workshop.code)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'secondary', block: true })}
      >
        {t('panel.page')}
      </a>
      <Link
        to={registrationsAddress({ workshop: workshop.id })}
        className={buttonClass({ variant: 'secondary', block: true })}
      >
        {t('panel.registrations')}
      </Link>
    </div>
  )
}

const CancelWorkshop = ({ editor }: { editor: EditorState }) => {
  const { t } = useTranslation('workshops/admin')
  const [isAsking, setAsking] = useState(false)
  const people = editor.stored?.workshop.counts
  const count = people ? people.confirmed + people.registered + people.offered + people.waiting : 0
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {t('panel.cancel_do')}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('panel.sure')}
        description={t('panel.sureText', { count })}
        closeLabel={t('close')}
        actions={
          <>
            <Button
              variant="danger"
              pending={editor.isDeciding}
              onClick={() => {
                editor.decide('cancelled')
                setAsking(false)
              }}
            >
              {t('panel.yes')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('panel.no')}
            </Button>
          </>
        }
      />
    </>
  )
}
