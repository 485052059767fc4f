/** What staff set on an account, as the statements of this folder read it. */

/** What can be switched on an account. */
export type AccountSettings = {
  readonly verified: boolean;
  readonly fixedContent: boolean;
  readonly mnpCoverage: boolean;
  readonly mnpOption: boolean;
  readonly always200: boolean;
  readonly lookalikes: boolean;
  /** Addresses and networks in CIDR form; empty: from anywhere. */
  readonly ipList: readonly string[];
};

export type SettingsRow = {
  readonly verified: boolean;
  readonly fixed_content: boolean;
  readonly mnp_coverage: boolean;
  readonly mnp_option: boolean;
  readonly always_200: boolean;
  readonly lookalikes: boolean;
  readonly ip_list: readonly string[];
};

/** The columns of a `SettingsRow`, of `accounts a`. */
export const SETTINGS = `a.verified, a.fixed_content, a.mnp_coverage, a.mnp_option, a.always_200,
         a.lookalikes, a.ip_list`;

export function settingsOf(row: SettingsRow): AccountSettings {
  return {
    verified: row.verified,
    fixedContent: row.fixed_content,
    mnpCoverage: row.mnp_coverage,
    mnpOption: row.mnp_option,
    always200: row.always_200,
    lookalikes: row.lookalikes,
    ipList: row.ip_list,
  };
}
