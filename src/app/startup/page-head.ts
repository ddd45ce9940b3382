/** Title, icons and manifest of the client (spec 4); the server writes the same into its pages. */
import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { currentLogoUrl } from '#src/core/theme/logo-url.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

const link = (rel: string): HTMLLinkElement => {
  const found = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (found) return found
  const made = document.createElement('link')
  made.rel = rel
  document.head.append(made)
  return made
}

/** Adds what the server has not written; a statically hosted page has none of it. */
export const fillPageHead = (client: PublicInfo) => {
  if (document.title === '' || document.title === 'Learning') document.title = client.name
  if (!document.querySelector('link[rel="icon"]')) link('icon').href = client.app_icon_url
  if (!document.querySelector('link[rel="apple-touch-icon"]'))
    link('apple-touch-icon').href = client.app_icon_url
  if (!document.querySelector('link[rel="manifest"]'))
    link('manifest').href = `${runtimeConfig().api_base_url}/manifest.webmanifest?client=${client.id}`
}

/**
 * Shows the client's logo in the loader. A statically hosted page has none yet. In other pages the server follows the
 * appearance of the device, which may differ from the one that the person chose.
 */
export const showLoaderLogo = (client: PublicInfo) => {
  const loader = document.querySelector('.loader')
  const url = currentLogoUrl(client)
  if (!loader || !url) return
  const shown = loader.querySelector('img')
  if (shown && new URL(url, location.href).href === shown.currentSrc) return
  const image = document.createElement('img')
  image.src = url
  image.alt = client.name
  const replaced = shown?.closest('picture') ?? shown
  if (replaced) replaced.replaceWith(image)
  else loader.prepend(image)
}
