/** Uploaded packages (zip): their limits and the reasons for rejecting one. */

/** Every reason for rejecting a package; the app translates them. */
export const packageRefusals = [
  'zip_not_a_zip',
  'zip_broken',
  'zip_encrypted',
  'zip_method',
  'zip_unsafe_path',
  'zip_link',
  'zip_duplicate',
  'zip_bomb',
  'zip_too_large',
  'zip_crowded',
  'zip_entry_missing',
  'xml_broken',
  'xml_entities',
  'xml_too_deep',
  'xml_too_large',
  'too_complex',
] as const
export type PackageRefusal = (typeof packageRefusals)[number]

/** Largest package, packed and unpacked. */
export const PACKAGE_MAX_BYTES = 2 * 1024 ** 3
