/** Makes the ZIP files that admins asked for, one certificate after the other. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { showSerial } from '#contract/certificates/serial.ts'
import type { Core } from '#server/core/core.ts'
import { createRepeatingJob, type RepeatingJob } from '#server/core/jobs/repeating.ts'
import { certificateOfRow, type PictureSources } from '../certificate-of-row.ts'
import { certificateById } from '../certificates.repository.ts'
import { addressesAt } from '../credential/addresses.ts'
import { renderCertificatePdf } from '../drawing/drawing.ts'
import { stateOfRow } from '../mapper.ts'
import {
  failDownload,
  finishDownload,
  putProgress,
  removeExpired,
  takeDownload,
  type DownloadRow,
} from './downloads.repository.ts'

export interface DownloadJobDependencies {
  readonly pictures: PictureSources
  readonly store: (clientId: number, file: { words: string; ending: string; path: string }) => Promise<string>
  readonly drop: (clientId: number, url: string) => Promise<void>
}

type JobCore = Pick<Core, 'db' | 'clock' | 'log'>

const FIRST_MS = 8000
/** An admin looks at the progress. */
const EVERY_MS = 3000
const RETRY_AFTER_MS = 2 * 60_000
const TRIES_MAX = 3
const PROGRESS_EVERY = 10

const retryAt = ({ clock }: JobCore) => new Date(clock.now().getTime() + RETRY_AFTER_MS)

/** A name that every file system takes, and the number: two people of one name keep both files. */
export const entryName = (name: string, serial: string): string =>
  `${Array.from(name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, 80)
    .join('')
    .replaceAll(/^-+|-+$/g, '')}-${showSerial(serial)}.pdf`

/** The PDF of one certificate; null if it does not count any more. */
const draw = async (
  core: JobCore,
  { pictures }: DownloadJobDependencies,
  clientId: number,
  { id, addresses }: { id: number; addresses: ReturnType<typeof addressesAt> },
): Promise<{ name: string; pdf: Uint8Array } | null> => {
  const row = await core.db.withTenant(clientId, (db) => certificateById(db, id, core.clock.now()))
  const state = row && stateOfRow(row)
  if (!row || (state !== 'valid' && state !== 'expired')) return null
  const data = await certificateOfRow(row, clientId, { pictures, verifyUrl: addresses.verify })
  return { name: entryName(row.recipient_name, row.serial), pdf: await renderCertificatePdf(data) }
}

/** On disk: a thousand certificates are too many for the memory. */
const writeZip = async (
  core: JobCore,
  dependencies: DownloadJobDependencies,
  clientId: number,
  { download, path }: { download: DownloadRow; path: string },
): Promise<void> => {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  // It is awaited below; until then a failed disk must not end the process.
  written.catch(() => undefined)
  const addresses = addressesAt(download.origin, clientId, download.names_client ? clientId : null)
  for (const [index, id] of download.certificate_ids.entries()) {
    const drawn = await draw(core, dependencies, clientId, { id, addresses })
    if (drawn)
      zip.addBuffer(Buffer.from(drawn.pdf), drawn.name, { compress: false, mtime: download.asked_at })
    if ((index + 1) % PROGRESS_EVERY === 0)
      await core.db.withTenant(clientId, (db) =>
        putProgress(db, download.id, { done: index + 1, retryAt: retryAt(core) }),
      )
  }
  zip.end()
  await written
}

/** Makes one; answers whether there was one. */
const makeNext = async (core: JobCore, dependencies: DownloadJobDependencies, clientId: number) => {
  const download = await core.db.withTenant(clientId, (db) =>
    takeDownload(db, { now: core.clock.now(), retryAt: retryAt(core) }),
  )
  if (!download) return false
  if (download.tries > TRIES_MAX) {
    await core.db.withTenant(clientId, (db) => failDownload(db, download.id))
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  try {
    const path = join(folder, 'all.zip')
    await writeZip(core, dependencies, clientId, { download, path })
    const url = await dependencies.store(clientId, {
      words: `certificates-${download.id}`,
      ending: 'zip',
      path,
    })
    const done = download.certificate_ids.length
    await core.db.withTenant(clientId, (db) => finishDownload(db, download.id, { url, done }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return true
}

export const createDownloadsJob = (
  core: JobCore,
  dependencies: DownloadJobDependencies,
): RepeatingJob<void> =>
  createRepeatingJob(core, {
    name: 'certificateFiles',
    firstMs: FIRST_MS,
    everyMs: EVERY_MS,
    failure: 'files of certificates were not made',
    look: async (tenants) => {
      for await (const clientId of tenants())
        try {
          while (await makeNext(core, dependencies, clientId));
          const old = await core.db.withTenant(clientId, (db) => removeExpired(db, core.clock.now()))
          for (const url of old) await dependencies.drop(clientId, url)
        } catch (error) {
          // Another client's admins do not wait for this one's trouble.
          core.log.error({ err: error, clientId }, 'a file of certificates was not made')
        }
    },
  })
