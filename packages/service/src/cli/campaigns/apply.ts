import type { CampaignAccount } from './account.ts';
import { type CampaignDifferences, findCampaignDifferences } from './differences.ts';
import type { TellSecret } from './kinds/kind.ts';
import { type Campaigns, titleOf } from './model.ts';

interface ApplyTools {
  /** Called after each change. */
  tellDone(text: string): void;
  tellSecret: TellSecret;
}

/**
 * Makes an account what files say. Creates mailings as drafts and sends nothing.
 * @throws Error that says which change failed and how many were made; a second call goes on from there
 */
export async function applyCampaigns(
  campaigns: Campaigns,
  account: CampaignAccount,
  { tellDone, tellSecret }: ApplyTools,
): Promise<CampaignDifferences> {
  const differences = await findCampaignDifferences(campaigns, account);
  const { changes } = differences;
  for (const [index, { thing, text, present }] of changes.entries()) {
    try {
      if (present === undefined) await account.create(thing, tellSecret);
      else await account.change(thing, present.listed, present.keys, present.before);
    } catch (error) {
      const done = index === 0 ? 'Nothing was changed' : `${index} of ${changes.length} changes were made`;
      throw new Error(
        `${thing.locate([])}: ${titleOf(thing)}: ${(error as Error).message}\n${done}; correct it and apply again.`,
      );
    }
    tellDone(text);
  }
  return differences;
}
