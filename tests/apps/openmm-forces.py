# OpenMM: its installation test, and forces, energies and short runs of its OpenCL platform beside its reference platform.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The reference platform is plain C++ in double precision. A force's difference is the root of the sum of squares over all
particles, as a part of the same of the forces themselves: 1e-4 in single and mixed precision. In double precision OpenMM's kernels
still keep parameters of forces as floats, so 2e-6 is allowed. The two platforms take meshes of different sizes for PME, whose
error OpenMM bounds by 5e-4."""
import functools
import re
import subprocess
import sys

import cases

BOUNDS = {"single": 1e-4, "mixed": 1e-4, "double": 2e-6}
MESH = 5e-4
# OpenMM's kernel findNeighbors reads outside of its buffers, which ends the process on any platform.
LEFT_OUT = {("gay-berne", "double")}


def judge(output):
    """Problems of the installation test's output: (case, sentence or None) each."""
    found = []
    said = re.search(r"^ *\d+ OpenCL\b(?: WARNING:[^\n]*\n)? *- (.*)$", output, re.M)
    if not said:
        return [("installation", "the test does not name the platform OpenCL")]
    found.append(("installation", None if said[1] == "Successfully computed forces" else f"OpenCL: {said[1]}"))
    for other, number in re.findall(r"^(?:(\w+) vs\. OpenCL|OpenCL vs\. \w+): ([\d.e+-]+|nan|inf)", output, re.M):
        number = float(number)
        found.append((f"installation-{other or 'others'}", None if number < 1e-4 else f"the forces differ by {number}"))
    if len(found) == 1:
        found.append(("installation-differences", "the test compares OpenCL with no other platform"))
    return found


def particles(mm, count, seed=3):
    """A system of particles in a box, their places on a disturbed grid, with nothing between them."""
    import numpy as np
    generator = np.random.default_rng(seed)
    edge = int(np.ceil(count ** (1 / 3)))
    box = 0.35 * edge
    system = mm.System()
    system.setDefaultPeriodicBoxVectors(mm.Vec3(box, 0, 0), mm.Vec3(0, box, 0), mm.Vec3(0, 0, box))
    places = []
    for i in range(count):
        system.addParticle(12.0 + i % 5)
        at = np.array([i % edge, i // edge % edge, i // edge ** 2]) * 0.35 + generator.uniform(-0.06, 0.06, 3)
        places.append(mm.Vec3(*map(float, at)))
    return system, places


def nonbonded(method):
    def make(mm, system):
        force = mm.NonbondedForce()
        count = system.getNumParticles()
        for i in range(count):
            force.addParticle(0.4 if i % 2 else -0.4, 0.3, 0.5 + 0.01 * (i % 7))
        for i in range(0, count - 3, 3):
            force.addException(i, i + 1, 0, 1, 0)
            force.addException(i, i + 2, -0.05, 0.3, 0.2)
        force.setNonbondedMethod(getattr(mm.NonbondedForce, method))
        force.setCutoffDistance(0.9)
        return [force]
    return make


def bonded(mm, system):
    count = system.getNumParticles()
    bonds, angles, torsions, ryckaert, maps = (mm.HarmonicBondForce(), mm.HarmonicAngleForce(), mm.PeriodicTorsionForce(),
                                               mm.RBTorsionForce(), mm.CMAPTorsionForce())
    maps.addMap(12, [((i * 7 + i // 12 * 3) % 11) * 0.4 for i in range(144)])
    for i in range(0, count - 4):
        bonds.addBond(i, i + 1, 0.3 + 0.001 * (i % 9), 900 + i % 13)
        angles.addAngle(i, i + 1, i + 2, 1.7 + 0.01 * (i % 3), 50)
        torsions.addTorsion(i, i + 1, i + 2, i + 3, 1 + i % 4, 0.3 * (i % 5), 4.0)
        ryckaert.addTorsion(i, i + 1, i + 2, i + 3, 1, -0.5, 0.3, 0.2, -0.1, 0.05)
        if i % 11 == 0:
            maps.addTorsion(0, i, i + 1, i + 2, i + 3, i + 1, i + 2, i + 3, i + 4)
    return [bonds, angles, torsions, ryckaert, maps]


def customBonded(mm, system):
    count = system.getNumParticles()
    bond = mm.CustomBondForce("k*(r-r0)^2*(1+0.1*sin(r))")
    angle = mm.CustomAngleForce("k*(theta-1.9)^2+0.1*cos(theta)")
    torsion = mm.CustomTorsionForce("k*(1+cos(2*theta-0.5))")
    compound = mm.CustomCompoundBondForce(3, "0.5*k*(distance(p1,p2)-0.4)^2*angle(p1,p2,p3)")
    outer = mm.CustomExternalForce("k*periodicdistance(x,y,z,0.5,0.6,0.7)^2")
    centroid = mm.CustomCentroidBondForce(2, "k*distance(g1,g2)^2")
    for force in (bond, angle, torsion, compound, outer, centroid):
        add = {"CustomBondForce": "addPerBondParameter", "CustomAngleForce": "addPerAngleParameter",
               "CustomTorsionForce": "addPerTorsionParameter", "CustomExternalForce": "addPerParticleParameter"}
        getattr(force, add.get(type(force).__name__, "addPerBondParameter"))("k")
    bond.addPerBondParameter("r0")
    for i in range(count - 3):
        bond.addBond(i, i + 1, [40 + i % 3, 0.33])
        angle.addAngle(i, i + 1, i + 2, [3 + i % 5])
        torsion.addTorsion(i, i + 1, i + 2, i + 3, [2])
        compound.addBond([i, i + 1, i + 2], [5 + i % 4])
        outer.addParticle(i, [0.3])
    for i in range(0, count - 8, 8):
        centroid.addGroup(list(range(i, i + 8)))
    for group in range(centroid.getNumGroups() - 1):
        centroid.addBond([group, group + 1], [1.5])
    return [bond, angle, torsion, compound, outer, centroid]


def customNonbonded(mm, system):
    force = mm.CustomNonbondedForce("4*eps*((sigma/r)^12-(sigma/r)^6)+table(r)*q; sigma=0.5*(s1+s2); eps=sqrt(e1*e2); q=s1*s2")
    force.addPerParticleParameter("s")
    force.addPerParticleParameter("e")
    force.addTabulatedFunction("table", mm.Continuous1DFunction([1 / (1 + 0.3 * i) for i in range(20)], 0, 1.2))
    for i in range(system.getNumParticles()):
        force.addParticle([0.28 + 0.002 * (i % 4), 0.4])
    force.setNonbondedMethod(mm.CustomNonbondedForce.CutoffPeriodic)
    force.setCutoffDistance(0.9)
    force.setUseSwitchingFunction(True)
    force.setSwitchingDistance(0.7)
    return [force]


def manyParticles(mm, system):
    force = mm.CustomManyParticleForce(3, "C*(1+3*cos(theta1)*cos(theta2)*cos(theta3))/(r12*r13*r23)^3;"
                                          "theta1=angle(p1,p2,p3); theta2=angle(p2,p3,p1); theta3=angle(p3,p1,p2);"
                                          "r12=distance(p1,p2); r13=distance(p1,p3); r23=distance(p2,p3)")
    force.addGlobalParameter("C", 1e-5)
    for _ in range(system.getNumParticles()):
        force.addParticle([])
    force.setNonbondedMethod(mm.CustomManyParticleForce.CutoffPeriodic)
    force.setCutoffDistance(0.6)
    return [force]


def hydrogenBonds(mm, system):
    force = mm.CustomHbondForce("k*(distance(a1,d1)-0.3)^2*(1+cos(angle(a1,d1,d2)))")
    force.addPerDonorParameter("k")
    for i in range(0, system.getNumParticles() - 2, 4):
        force.addDonor(i, i + 1, -1, [3 + i % 5])
        force.addAcceptor(i + 2, -1, -1, [])
    force.setNonbondedMethod(mm.CustomHbondForce.CutoffPeriodic)
    force.setCutoffDistance(0.8)
    return [force]


def implicitSolvent(mm, system):
    force = mm.GBSAOBCForce()
    for i in range(system.getNumParticles()):
        force.addParticle(0.3 if i % 2 else -0.3, 0.12 + 0.01 * (i % 5), 0.8)
    force.setNonbondedMethod(mm.GBSAOBCForce.NoCutoff)
    return [force]


def customSolvent(mm, system):
    force = mm.CustomGBForce()
    force.addPerParticleParameter("q")
    force.addPerParticleParameter("radius")
    force.addComputedValue("I", "step(r+sr2-or1)*0.5*(1/L-1/U+0.25*(1/U^2-1/L^2)*(r-sr2*sr2/r)+0.5*log(L/U)/r);"
                                "U=r+sr2; L=max(or1, D); D=abs(r-sr2); sr2=0.8*or2; or1=radius1-0.009; or2=radius2-0.009",
                           mm.CustomGBForce.ParticlePairNoExclusions)
    force.addComputedValue("B", "1/(1/or-tanh(psi-0.8*psi^2+4.85*psi^3)/radius); psi=I*or; or=radius-0.009",
                           mm.CustomGBForce.SingleParticle)
    force.addEnergyTerm("28.4*(radius+0.14)^2*(radius/B)^6-0.5*138.9*(1-1/78.3)*q^2/B", mm.CustomGBForce.SingleParticle)
    force.addEnergyTerm("-138.9*(1-1/78.3)*q1*q2/f; f=sqrt(r^2+B1*B2*exp(-r^2/(4*B1*B2)))", mm.CustomGBForce.ParticlePair)
    for i in range(system.getNumParticles()):
        force.addParticle([0.3 if i % 2 else -0.3, 0.12 + 0.01 * (i % 5)])
    return [force]


def gayBerne(mm, system):
    force = mm.GayBerneForce()
    count = system.getNumParticles()
    for i in range(count):
        if i % 3 == 0 and i + 2 < count:
            force.addParticle(0.25, 0.4, i + 1, i + 2, 0.2, 0.25, 0.3, 1, 1.1, 1.2)
        else:
            force.addParticle(0.25, 0.4, -1, -1, 0.25, 0.25, 0.25, 1, 1, 1)
    force.setNonbondedMethod(mm.GayBerneForce.CutoffPeriodic)
    force.setCutoffDistance(0.8)
    return [force]


# Forces by name, and how many particles; the slow ones have few.
FORCES = {
    "bonded": (bonded, 300), "custom-bonded": (customBonded, 200),
    **{f"nonbonded-{method}": (nonbonded(method), 700)
       for method in ("NoCutoff", "CutoffNonPeriodic", "CutoffPeriodic", "Ewald", "PME", "LJPME")},
    "custom-nonbonded": (customNonbonded, 700), "many-particles": (manyParticles, 216), "hydrogen-bonds": (hydrogenBonds, 300),
    "implicit-solvent": (implicitSolvent, 300), "custom-solvent": (customSolvent, 200), "gay-berne": (gayBerne, 216),
}


def state(mm, platform, system, places, integrator, steps=0, **properties):
    import numpy as np
    context = mm.Context(system, integrator, mm.Platform.getPlatformByName(platform), properties)
    context.setPositions(places)
    if steps:
        context.setVelocities([mm.Vec3(0.1 * (i % 3 - 1), 0.05 * (i % 5 - 2), 0) for i in range(len(places))])
        integrator.step(steps)
    got = context.getState(getEnergy=True, getForces=True, getPositions=True)
    return [np.array(values, dtype=float) for values in
            (got.getForces(asNumpy=True)._value, [got.getPotentialEnergy()._value], got.getPositions(asNumpy=True)._value)]


def apart(got, expected, bound, names):
    """A sentence where one of the arrays differs by more than the bound, as a part of its size."""
    import numpy as np
    for name, mine, right in zip(names, got, expected):
        number = np.sqrt(((mine - right) ** 2).sum() / max(1e-12, (right ** 2).sum()))
        if not number <= bound:
            return f"{name} differ by {number:.2e} of their size"
        if not np.abs(right).max() > 0:
            return f"{name} are all zero: the case shows nothing"
    return None


def force(name, precision):
    import openmm as mm
    make, count = FORCES[name]
    system, places = particles(mm, count)
    for one in make(mm, system):
        system.addForce(one)
    expected = state(mm, "Reference", system, places, mm.VerletIntegrator(0.001))
    got = state(mm, "OpenCL", system, places, mm.VerletIntegrator(0.001), Precision=precision)
    return apart(got[:2], expected[:2], MESH if "PME" in name else BOUNDS[precision], ("forces", "energies"))


def integration(name):
    """Twenty steps of bonded particles, some of them kept at their distances, in double precision."""
    import openmm as mm
    system, places = particles(mm, 120)
    for one in bonded(mm, system)[:2]:
        system.addForce(one)
    for i in range(0, 110, 10):
        difference = [a - b for a, b in zip(places[i], places[i + 1])]
        system.addConstraint(i, i + 1, sum(d * d for d in difference) ** 0.5)
    make = {"verlet": lambda: mm.VerletIntegrator(0.0005), "variable": lambda: mm.VariableVerletIntegrator(1e-6),
            "custom": lambda: customIntegrator(mm), "nose-hoover": lambda: mm.NoseHooverIntegrator(300, 1, 0.0005)}[name]
    expected = state(mm, "Reference", system, places, make(), steps=20)
    got = state(mm, "OpenCL", system, places, make(), steps=20, Precision="double")
    return apart(got[2:], expected[2:], 1e-6, ("positions",))


def customIntegrator(mm):
    integrator = mm.CustomIntegrator(0.0005)
    integrator.addPerDofVariable("x1", 0)
    integrator.addUpdateContextState()
    integrator.addComputePerDof("v", "v+0.5*dt*f/m")
    integrator.addComputePerDof("x", "x+dt*v")
    integrator.addComputePerDof("x1", "x")
    integrator.addConstrainPositions()
    integrator.addComputePerDof("v", "v+0.5*dt*f/m+(x-x1)/dt")
    integrator.addConstrainVelocities()
    return integrator


def main():
    mine = cases.Cases(__doc__, package="python3-simtk", needs=("libopenmm-plugins",))
    if mine.wants("installation"):
        output = subprocess.run([sys.executable, "-m", "openmm.testInstallation"], stdout=subprocess.PIPE, encoding="utf-8",
                                errors="replace", timeout=600, check=False).stdout
        print(output)
        for name, problem in judge(output):
            mine.run(name, lambda why=problem: why)
    for name in FORCES:
        for precision in BOUNDS:
            if (name, precision) in LEFT_OUT:
                continue
            mine.run(f"{name}-{precision}", functools.partial(force, name, precision))
    for name in ("verlet", "variable", "custom", "nose-hoover"):
        mine.run(f"integration-{name}", functools.partial(integration, name))
    return mine.finish()


if __name__ == "__main__":
    sys.exit(main())
