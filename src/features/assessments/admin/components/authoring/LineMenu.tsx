import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { AuthoredLine } from '#contract/assessments/admin/authoring.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#src/shared/ui/overlays/Menu.tsx'
import { useArchive, useDeleteAssessment, useDuplicate } from '../../api/authoring.queries.ts'

type Props = { line: AuthoredLine; title: string; onArchived: () => void }

/** What can be done with an assessment as a whole. */
export const LineMenu = ({ line, title, onArchived }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [asking, setAsking] = useState(false)
  const failed = useFailed()
  const copy = useCopy(line)
  const archive = useArchive()
  const put = (archived: boolean) =>
    archive.mutate(
      { id: line.id, archived },
      {
        onSuccess: () => {
          if (archived) onArchived()
        },
        onError: failed,
      },
    )
  const items: MenuItem[] = [
    {
      id: 'copy',
      label: t('archive.duplicate'),
      icon: <Copy aria-hidden="true" size={18} />,
      disabled: copy.isPending,
      onSelect: copy.make,
    },
    line.archived
      ? {
          id: 'restore',
          label: t('archive.restore'),
          icon: <ArchiveRestore aria-hidden="true" size={18} />,
          disabled: archive.isPending,
          onSelect: () => put(false),
        }
      : {
          id: 'archive',
          label: t(line.status === 'active' ? 'archive.putActive' : 'archive.put'),
          icon: <Archive aria-hidden="true" size={18} />,
          disabled: archive.isPending || line.status === 'active',
          onSelect: () => put(true),
        },
  ]
  if (line.status === 'inactive' && line.attempts === 0)
    items.push(
      { id: 'line', separator: true },
      {
        id: 'delete',
        label: t('archive.delete'),
        icon: <Trash2 aria-hidden="true" size={18} />,
        danger: true,
        onSelect: () => setAsking(true),
      },
    )
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('archive.more', { title })}
            className={iconButtonClass('plain')}
          >
            <EllipsisVertical aria-hidden="true" size={20} />
          </button>
        }
        items={items}
      />
      {asking && <DeleteDialog id={line.id} title={title} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Another hand was quicker, or the connection is gone. */
const useFailed = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  const notify = useNotify()
  return (error: unknown) => {
    const conflict = isApiError(error) && error.status === 409
    notify({
      kind: 'error',
      title: t('notSaved'),
      message: conflict ? t('archive.refused') : errorText(error, t('archive.again')),
    })
  }
}

const useCopy = (line: AuthoredLine) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const notify = useNotify()
  const navigate = useNavigate()
  const failed = useFailed()
  const { mutate, isPending } = useDuplicate()
  const make = () =>
    mutate(
      { id: line.id, key: crypto.randomUUID() },
      {
        onSuccess: ({ id }) => {
          notify({ kind: 'success', title: t('archive.duplicated') })
          void navigate(`${paths.adminAssessments}?assessment=${id}`)
        },
        onError: failed,
      },
    )
  return { isPending, make }
}

const DeleteDialog = ({ id, title, onClose }: { id: number; title: string; onClose: () => void }) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const remove = useDeleteAssessment()
  const failed = useFailed()
  const notify = useNotify()
  return (
    <Dialog
      open
      stubborn={remove.isPending}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('archive.deleteTitle')}
      description={<bdi>{title}</bdi>}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            variant="danger"
            pending={remove.isPending}
            onClick={() =>
              remove.mutate(id, {
                onSuccess: () => notify({ kind: 'success', title: t('archive.deleted') }),
                onError: failed,
                onSettled: onClose,
              })
            }
          >
            {t('archive.deleteYes')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('archive.keep')}
          </Button>
        </>
      }
    >
      <p>{t('archive.deleteText')}</p>
    </Dialog>
  )
}
