import { useTranslation } from 'react-i18next'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { offeredColumns, readColumns, withColumn, type StudentFilters } from '../../model/filters.ts'

type Props = { list: ListFilters<StudentFilters>; mayAdminister: boolean; onClose: () => void }

/** Which columns the list has; the address keeps them. */
export const ColumnsDialog = ({ list, mayAdminister, onClose }: Props) => {
  const { t } = useTranslation('students')
  const shown = readColumns(list.filters.columns)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('columns.title')}
      description={t('columns.text')}
      closeLabel={t('close')}
      actions={<Button onClick={onClose}>{t('columns.done')}</Button>}
    >
      <fieldset className="flex flex-col">
        <legend className="sr-only">{t('columns.title')}</legend>
        {offeredColumns(mayAdminister).map((column) => (
          <Checkbox
            key={column}
            label={t(`row.${column}`)}
            checked={shown.includes(column)}
            onChange={(event) =>
              list.change({
                columns: withColumn(list.filters, column, event.target.checked),
                page: list.filters.page,
              })
            }
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
