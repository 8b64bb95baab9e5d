/**
 * Highest first (R188). Requests may name other numbers of the same form. Source: our own data and CMS's public MDS
 * 3.0 data specifications (1.02.1 to 3.02.1).
 */
export const MDS_ERROR_NUMBERS: readonly string[] =
  `-1001 -1002 -3504 -3511 -3517 -3525 -3527 -3528 -3531 -3533 -3538 -3542
  -3543 -3544 -3545 -3546 -3547 -3548 -3550 -3556 -3557 -3558 -3559 -3563
  -3565 -3566 -3567 -3568 -3569 -3570 -3571 -3573 -3587 -3590 -3596 -3597
  -3598 -3605 -3607 -3608 -3609 -3610 -3612 -3616 -3658 -3663 -3664 -3670
  -3676 -3677 -3679 -3680 -3687 -3688 -3690 -3695 -3696 -3702 -3703 -3704
  -3705 -3722 -3729 -3736 -3740 -3741 -3742 -3743 -3744 -3745 -3775 -3782
  -3783 -3784 -3785 -3790 -3791 -3793 -3794 -3796 -3797 -3802 -3805 -3806
  -3807 -3808 -3809 -3811 -3814 -3818 -3819 -3820 -3826 -3827 -3831 -3832
  -3833 -3837 -3841 -3847 -3849 -3850 -3851 -3853 -3854 -3855 -3856 -3866
  -3867 -3869 -3871 -3878 -3879 -3884 -3885 -3887 -3889 -3890 -3896 -3897
  -3902 -3905 -3908 -3913 -3915 -3916 -3917 -3918 -3920 -3921 -3928 -3930
  -3935 -3937 -3941 -3952 -3953 -3963 -3973 -3974 -3981 -3995 -4007 -4008
  -4023 -4027 -4039 -4041 -4042 -4046 -4047 -4048 -4051 -4053 -4054 -4055
  -4056 -4057 -4066 -4068`.split(/\s+/);

const MOST_OPTIONS = 80;

const ERROR_NUMBER = /^-[1-9]\d{2,4}$/;

/** Listed or not (R188). */
export function isErrorNumber(text: string): boolean {
  return ERROR_NUMBER.test(text);
}

/** The minus of a keyboard, a word processor or a web page. */
const MINUS = /^[-\u2010-\u2015\u2212]/;

/** Splits at spaces, commas and semicolons. Adds a missing minus, because all numbers are negative. */
export function splitErrorNumbers(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map((part) => {
      const digits = part.replace(MINUS, "");
      return /^\d/.test(digits) ? `-${digits}` : part;
    });
}

/** At most 80 matches, and their total. With a minus the text is a prefix. */
export function matchingErrorNumbers(
  listed: readonly string[],
  text: string,
): { shown: string[]; total: number } {
  const wanted = text.trim().replace(MINUS, "-");
  const found = listed.filter((number) => number.includes(wanted));
  return { shown: found.slice(0, MOST_OPTIONS), total: found.length };
}
