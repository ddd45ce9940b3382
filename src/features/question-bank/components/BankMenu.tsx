import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import FileUp from 'lucide-react/icons/file-up'
import Shapes from 'lucide-react/icons/shapes'
import Tags from 'lucide-react/icons/tags'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { useExportQuestions } from '../api/bank.mutations.ts'
import type { BankFilters } from '../model/bank-filters.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { ImportDialog } from './import/ImportDialog.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import { TopicsDialog } from './TopicsDialog.tsx'

type Props = {
  topics: readonly BankTopic[]
  filters: BankFilters
  onFilter: (change: Partial<BankFilters>) => void
}

/** Actions on the whole bank: import, export, topics and tags. */
export const BankMenu = ({ topics, filters, onFilter }: Props) => {
  const { t } = useTranslation('question-bank')
  const [open, setOpen] = useState<'import' | 'topics' | 'tags' | null>(null)
  const exporting = useExport(filters)
  const close = () => setOpen(null)
  return (
    <>
      <Button
        variant="secondary"
        icon={<FileUp aria-hidden="true" size={18} />}
        onClick={() => setOpen('import')}
      >
        {t('menu.import')}
      </Button>
      <Menu
        trigger={
          <button type="button" aria-label={t('menu.more')} className={iconButtonClass('outline')}>
            <EllipsisVertical aria-hidden="true" size={20} />
          </button>
        }
        items={[
          {
            id: 'topics',
            label: t('menu.topics'),
            icon: <Shapes aria-hidden="true" size={18} />,
            onSelect: () => setOpen('topics'),
          },
          {
            id: 'tags',
            label: t('menu.tags'),
            icon: <Tags aria-hidden="true" size={18} />,
            onSelect: () => setOpen('tags'),
          },
          { id: 'separator', separator: true },
          ...languages.map((language) => ({
            id: `export-${language}`,
            label: t('menu.export', { language: t(`languages.${language}`) }),
            icon: <Download aria-hidden="true" size={18} />,
            disabled: exporting.isPending,
            onSelect: () => exporting.mutate(language),
          })),
        ]}
      />
      {open === 'import' && <ImportDialog topics={topics} onClose={close} />}
      {open === 'tags' && (
        <TagsDialog
          onClose={close}
          onShow={(tag) => {
            onFilter({ tag })
            close()
          }}
        />
      )}
      {open === 'topics' && <TopicsDialog topics={topics} onClose={close} />}
    </>
  )
}

const useExport = (filters: BankFilters) => {
  const { t } = useTranslation('question-bank')
  const notify = useNotify()
  const { mutate, isPending } = useExportQuestions()
  return {
    isPending,
    mutate: (language: Language) =>
      mutate(
        { language, filters },
        {
          onSuccess: ({ file_name: name, questions, csv }) => {
            if (questions > 0) saveFile(name, csv, 'text/csv')
            else notify({ kind: 'info', title: t('menu.nothing') })
          },
          onError: (error) =>
            notify({ kind: 'error', title: t('menu.exportFailed'), message: errorText(error, t('again')) }),
        },
      ),
  }
}
